#pragma once

namespace ui {

/// The properties of the monitor that the window is on.
struct Monitor {
  float content_scale = 1;          ///< that the desktop is set to: 1 at 96 dots an inch
  int width = 0, height = 0;        ///< pixels; 0: unknown
  int width_mm = 0, height_mm = 0;  ///< as it says itself; 0: unknown
};

/// The scale of the interface where the user has chosen none. The largest of: the desktop's own;
/// the monitor's dots per inch / 96, if it says a size that a monitor can have; what makes the
/// smallest letters 1/72 of the monitor's height. The latter two in quarters, and only as far as
/// the window is still 80 letters high across, so that all columns have room.
float automatic_scale(const Monitor& monitor, float window_width);

/// The scale in presentation mode, of which the smallest letters are 1/36 of the window's height
/// unless the user has chosen another scale.
float presented_scale(float scale, bool automatic, float window_height);

constexpr float least_scale = 0.5f;
constexpr float most_scale = 3;       ///< that a user can choose
constexpr float most_presented = 12;  ///< enough for 8K

}  // namespace ui
