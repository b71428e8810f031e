#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/platform.h"
#include "base/parameter.h"
#include "ui/plots/map_state.h"

namespace app {
struct Parts;

/// The preferences saved between starts.
struct Preferences {
  base::Settings options;  ///< values of ui::options::table()
  Size window{1600, 900};
  std::set<std::string> lessons = {};          ///< names of completed lessons
  std::map<std::string, int> lessons_at = {};  ///< last step of each lesson, from 1
  ui::MapChoice map = {};
  std::string address = {};  ///< precedes the hash of copied links; empty: the hash alone
  std::vector<std::string> recent = {};  ///< recently used files
};

/// Returns $XDG_CONFIG_HOME/ikscope/settings.toml or ~/.config/..., or an empty path without a home
/// folder. Reports a path that is not absolute, which XDG asks to ignore.
std::filesystem::path settings_file(std::vector<std::string>& messages);

/// The same for data that can be made again: $XDG_CACHE_HOME/ikscope or ~/.cache/ikscope.
std::filesystem::path cache_folder();

/// The same for the user's own lessons: $XDG_DATA_HOME/ikscope/lessons or ~/.local/share/...
std::filesystem::path lessons_folder();

/// Reads and checks every value. A file with errors is renamed in its folder, and its valid entries
/// are used; the messages tell the user.
Preferences load_settings(const std::filesystem::path& file, std::vector<std::string>& messages);

/// Writes what has changed since `before`, as last read or written, and keeps what another window
/// has written. Replaces the file as a whole or not at all. Throws base::Error.
void save_settings(const std::filesystem::path& file, const Preferences& kept,
                   const Preferences& before);

/// The preferences and their file, which is written soon after each change.
class SettingsKeeper {
  std::filesystem::path file_;  // empty: none

 public:
  /// Reads the file, unless `used` is false. Messages tell what is wrong with it.
  SettingsKeeper(bool used, std::vector<std::string>& messages);

  Preferences preferences;

  /// Takes the current options as saved: those of a start, a link or a file are not the user's.
  void leave_options_out() {
    saved_.options = preferences.options;
    saved_.map = preferences.map;
  }
  /// Call after a change of the preferences.
  void changed() { changed_ = true; }
  /// Call once a frame: saves a second after the last change. Errors are shown.
  void follow(const Parts& parts, double now);
  /// Saves at once what has changed. Throws base::Error.
  void save(const Parts& parts) {
    if (changed_ || unsaved_since_ >= 0) write(parts);
  }

 private:
  void write(const Parts& parts);

  Preferences saved_;  // as last read or written
  bool changed_ = false;
  double unsaved_since_ = -1;  // time of the last unsaved change; -1: none
};

}  // namespace app
