#pragma once
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace formats {

/// A name of a foreign file as scenes can hold it (sim::is_name): what is not printable is written
/// out, what is too long is cut. An empty one becomes `otherwise`.
std::string scene_name(std::string_view name, std::string_view otherwise);

/// The place, from 1 on, of the last of these words that a name contains, whatever its case; short
/// words only where they stand alone: "ee" is not in "knee". 0: it contains none.
int last_word_in(std::string name, std::initializer_list<std::string_view> words);

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
