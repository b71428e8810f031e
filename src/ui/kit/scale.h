#pragma once

namespace ui {

/// The properties of the monitor that the window is on.
struct Monitor {
  float content_scale = 1;          ///< the desktop's scale: 1 at 96 dots per inch
  int width = 0, height = 0;        ///< pixels; 0: unknown
  int width_mm = 0, height_mm = 0;  ///< as the monitor reports; 0: unknown
};

/// Returns the scale if the user has chosen none, the largest of: the desktop's own, the monitor's
/// dots per inch / 96 where plausible, and the one at which the smallest letters are 1/72 of its
/// height. The latter two are multiples of a quarter with room for 80 letters and all columns.
float automatic_scale(const Monitor& monitor, float window_width);

/// On the stage, the smallest letters are 1/36 of the window's height if the scale is automatic.
float presented_scale(float scale, bool automatic, float window_height);

constexpr float least_scale = 0.5f;
constexpr float most_scale = 3;       ///< largest scale for a user to choose
constexpr float most_presented = 12;  ///< enough for 8K

}  // namespace ui
