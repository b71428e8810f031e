#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "ui/context.h"

namespace app {

/// The user's scenes, robots, sessions and lessons: which were opened and saved last, and what
/// folders have.
class Documents {
 public:
  using Files = std::vector<std::string>;  ///< in full, the latest first

  /// folder: where the user's documents are; names_folders: the user knows folders, as in no page
  Documents(std::filesystem::path folder, Files recent, bool names_folders);

  /// Opened or saved: the latest.
  void used(const std::filesystem::path& file);
  const Files& recent() const { return recent_; }

  /// Reads the folder that this path is in; of none, which files were opened and saved.
  void look_at(const std::string& typed);
  const ui::Places& places() const { return places_; }

  /// A file for a scene of that name which is not there yet, beside what was saved last.
  std::string proposal(const std::string& name) const;

 private:
  ui::Places known() const;
  ui::Places seen(const std::string& typed) const;

  std::filesystem::path folder_;
  Files recent_;
  bool names_folders_;
  ui::Places places_;
};

/// A file's name, without its ending, for what is called so: letters, digits and dashes.
std::string plain_name(const std::string& name);
/// Returns the name of a scene that is saved there: its own if the file's name is made from it,
/// else the file's.
std::string name_in(const std::filesystem::path& file, const std::string& name);
/// "~/a" is in the home folder; others are from where the program was started.
std::filesystem::path full_path(const std::string& typed);
/// "~/Documents" of what is in the home folder; full_path() reads it.
std::string short_form(const std::filesystem::path& place);

}  // namespace app
