#include "app/files/settings_keeper.h"

#include <exception>
#include <utility>

#include "app/parts.h"

namespace app {
namespace {

constexpr double seconds_until_saved = 1;  // after the last change of a setting
constexpr int frames_of_the_start = 20;  // which may take long and has other things to do than save
constexpr double seconds_until_tried_again = 30;
constexpr Size least_window{480, 320};

}  // namespace

SettingsKeeper::SettingsKeeper(bool used, std::vector<std::string>& messages)
    : file_(used ? settings_file(messages) : ""),
      preferences(load_settings(file_, messages)),
      saved_(preferences) {}

void SettingsKeeper::follow(const Parts& parts, double now) {
  const Size size = parts.platform.size();
  const bool resized =
      size.width != preferences.window.width || size.height != preferences.window.height;
  if (resized && !parts.start.size && !parts.platform.full_screen() &&
      !parts.platform.minimised() && size.width >= least_window.width &&
      size.height >= least_window.height) {
    preferences.window = size;
    changed_ = true;
  }
  if (parts.ui.map_choice() != preferences.map) {
    preferences.map = parts.ui.map_choice();
    changed_ = true;
  }
  if (std::exchange(changed_, false)) unsaved_since_ = now;
  if (unsaved_since_ < 0 || parts.frames < frames_of_the_start ||
      now - unsaved_since_ < seconds_until_saved)
    return;
  try {
    write(parts);
  } catch (const std::exception& error) {
    parts.ui.error(error.what());
    unsaved_since_ = now + seconds_until_tried_again;
  }
}

void SettingsKeeper::save(const Parts& parts) {
  if (changed_ || unsaved_since_ >= 0) write(parts);
}

void SettingsKeeper::write(const Parts& parts) {
  Preferences own = parts.classroom.own();
  parts.platform.take_settings(file_);
  save_settings(file_, own, saved_);
  parts.platform.give_settings(file_);
  saved_ = std::move(own);
  changed_ = false;
  unsaved_since_ = -1;
}

}  // namespace app
