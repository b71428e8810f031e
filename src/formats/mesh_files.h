#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace formats {

/// Finds the meshes that a robot's file names: beside the file and in the folders above it.
class MeshFiles {
 public:
  /// `source`: the robot's file.
  explicit MeshFiles(const std::filesystem::path& source);

  /// The absolute path of package://PACKAGE/PATH, model://MODEL/PATH, file://PATH or PATH; none if
  /// there is no such file, which is counted.
  std::optional<std::string> find(const std::string& name);

  /// A sentence about those that were not found; empty if all were.
  std::string notice() const;

 private:
  std::filesystem::path look_up(std::string name) const;

  std::filesystem::path folder_;
  std::map<std::string, std::string> found_;  // empty: it was not
  int missing_ = 0;
  std::string example_;
};

}  // namespace formats
