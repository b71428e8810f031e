#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/robots/robot_names.h"

namespace formats {

/// Returns whether a file is the pointer that Git LFS leaves until the real file is fetched.
bool is_lfs_pointer(const std::filesystem::path& file);

/// Finds the meshes that a robot's file names: beside the file and in the folders above it, also
/// with other capitals. For a path on another machine it searches for the path's end.
class MeshFiles {
 public:
  explicit MeshFiles(const std::filesystem::path& source);

  /// Adds a folder of meshes, relative to the file.
  void add_folder(const std::string& folder) {
    if (!folder.empty()) folders_.push_back((folder_ / folder).lexically_normal());
  }

  /// Returns the absolute path of package://PACKAGE/PATH, model://MODEL/PATH, file://PATH or PATH.
  /// Returns nothing if it does not exist. Counts missing files and Git LFS pointers for notices().
  std::optional<std::string> find(const std::string& name);

  /// Returns sentences about meshes that were not found or not fetched yet.
  std::vector<std::string> notices() const;

  /// Returns the same path without counting; empty if there is no such file.
  std::filesystem::path look_up(std::string name) const;

 private:
  /// Returns the file of this name in a folder, or else one whose name differs only in capitals.
  std::filesystem::path file_in(const std::filesystem::path& folder,
                                const std::filesystem::path& name, bool any_case = true) const;

  std::filesystem::path folder_;
  std::vector<std::filesystem::path> folders_;
  std::map<std::string, std::string> found_;  // path by name; empty: it was not found
  /// The names of files in folders that were searched, by the same in small letters.
  mutable std::map<std::filesystem::path, std::map<std::string, std::string>> names_;
  NoticeSubjects missing_, lfs_pointers_;
};

}  // namespace formats
