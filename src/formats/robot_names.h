#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace formats {

/// A name of a foreign file as scenes can hold it (sim::is_name): what is not printable is written
/// out, what is too long is cut. An empty one becomes `otherwise`.
std::string scene_name(std::string_view name, std::string_view otherwise);

/// Names of one kind in a scene, made different where they are not.
class SceneNames {
 public:
  /// `reserved` is taken from the beginning.
  explicit SceneNames(std::string_view reserved = {});

  /// scene_name(), with a number behind it if it is taken.
  std::string add(std::string_view name, std::string_view otherwise);

 private:
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, int, std::less<>> next_;  // the number to try next behind a name
};

}  // namespace formats
