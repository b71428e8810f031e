#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace formats {

/// Returns whether a file is what Git LFS leaves in place of one until it is fetched.
bool is_lfs_pointer(const std::filesystem::path& file);

/// Finds the meshes that a robot's file names: beside the file and in the folders above it, in the
/// letters' other case too. Of a path on another machine the end is looked for.
class MeshFiles {
 public:
  /// `source`: the robot's file.
  explicit MeshFiles(const std::filesystem::path& source);

  /// A folder in which meshes are too, relative to the file.
  void add_folder(const std::string& folder);

  /// The absolute path of package://PACKAGE/PATH, model://MODEL/PATH, file://PATH or PATH; none if
  /// there is no such file, which is counted.
  std::optional<std::string> find(const std::string& name);

  /// Sentences about those that were not found or are not there yet.
  std::vector<std::string> notices() const;

  /// The same path, not counted; empty if there is no such file.
  std::filesystem::path look_up(std::string name) const;

 private:
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> folders_;
  std::map<std::string, std::string> found_;  // empty: it was not
  int missing_ = 0, pointers_ = 0;
  std::string example_, pointer_;
};

}  // namespace formats
