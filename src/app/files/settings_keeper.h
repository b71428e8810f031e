#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "app/files/settings.h"

namespace app {
struct Parts;

/// The preferences and their file, which is written soon after a change, so that nothing is lost
/// however the program ends.
class SettingsKeeper {
  std::filesystem::path file_;  // empty: none

 public:
  /// Reads the file, unless `used` is false. Messages tell what is wrong with it.
  SettingsKeeper(bool used, std::vector<std::string>& messages);

  Preferences preferences;

  /// Takes the current options and choices for maps as saved: those of a start, a link or a file
  /// are not the user's.
  void leave_options_out() {
    saved_.options = preferences.options;
    saved_.map = preferences.map;
  }
  /// Call after a change of the preferences.
  void changed() { changed_ = true; }
  /// Call once a frame: saves a second after the last change. Errors are shown.
  void follow(const Parts& parts, double now);
  /// Saves at once what has changed. Throws base::Error.
  void save(const Parts& parts);

 private:
  void write(const Parts& parts);

  Preferences saved_;  // as last read or written
  bool changed_ = false;
  double unsaved_since_ = -1;  // time of the last unsaved change; -1: none
};

}  // namespace app
