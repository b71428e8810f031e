#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ui/context.h"

namespace app {

/// The user's files: those recently used, and the contents of folders.
class Documents {
 public:
  using Files = std::vector<std::string>;  ///< full paths, the latest first

  /// `folder` holds the user's documents. `names_folders` is false in a page, which has none.
  Documents(std::filesystem::path folder, Files recent, bool names_folders)
      : folder_(std::move(folder)), recent_(std::move(recent)), names_folders_(names_folders) {}

  /// Makes a file that was opened or saved the most recent one.
  void note_used(const std::filesystem::path& file);
  const Files& recent() const { return recent_; }

  /// Fills listing() with the folder that this path is in or, without a path, with known files.
  void list_folder(const std::string& typed) {
    listing_ = typed.empty() ? list_known_files() : list_folder_of(typed);
  }
  const ui::FileListing& listing() const { return listing_; }

  /// Returns a new file for a scene of that name, beside the file saved last.
  std::string proposed_file(const std::string& name) const;

 private:
  ui::FileListing list_known_files() const;
  ui::FileListing list_folder_of(const std::string& typed) const;

  std::filesystem::path folder_;
  Files recent_;
  bool names_folders_;
  ui::FileListing listing_;
};

/// Returns a file name without ending for something of that name: letters, digits and dashes.
std::string plain_name(const std::string& name);
/// Returns a saved scene's own name if its file's name is made from it, else the file's.
std::string saved_name_of(const std::filesystem::path& file, const std::string& name);
/// Returns `name_or_file` if `text_of` makes this text of that scene when opened; else an empty
/// text.
std::string name_of_equal_scene(const std::string& text, const std::string& name_or_file,
                                const std::function<std::string(const sim::Simulation&)>& text_of);
/// Returns a path that does not exist yet: the name with this ending, or with a number before it.
std::filesystem::path unused_path(const std::filesystem::path& name, const std::string& ending);
/// Returns the full path of a typed one, such as "~/a".
std::filesystem::path full_path(const std::string& typed);
/// Returns a path with "~" for the home folder, such as "~/Documents"; full_path() reads it.
std::string short_form(const std::filesystem::path& path);

enum class Folder { Pictures, Documents };
/// Returns the user's folder, or the working directory if there is none.
std::filesystem::path user_folder(Folder folder);
/// Returns a new path in the folder, with a time-stamped name that is valid on any file system,
/// "name-2026-01-31-120000.ending". It names a folder if the ending is empty.
std::filesystem::path new_file(Folder folder, const std::string& name, const std::string& ending);

}  // namespace app
