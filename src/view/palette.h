#pragma once
#include <glm/glm.hpp>

namespace view {

/// The colours of the program, the same in the 3D view, the plots and the tables. sRGB with alpha.
/// Colours carry meaning; the hues are Okabe and Ito's, safe for colour-blind readers.
struct Palette {
  bool dark;
  glm::vec4 background_top, background_bottom;        ///< of the 3D view
  glm::vec4 window, panel, raised, hovered, pressed;  ///< surfaces, from far to near
  glm::vec4 border, text, text_dim;
  glm::vec4 accent, accent_text;  ///< the one accent, and text on it
  glm::vec4 warning, alarm;
  glm::vec4 link, joint, axis, ground, grid;
  glm::vec4 target;     ///< the red balls of the papers
  glm::vec4 obstacle;   ///< seen through: its alpha is below 1
  glm::vec4 series[8];  ///< effectors, curves: see series_color()
  glm::vec4 run[6];     ///< of a run, by its slot, where there are several
};

const Palette& dark_palette();
const Palette& light_palette();

/// Colour of effector or curve i.
inline glm::vec4 series_color(const Palette& palette, int i) { return palette.series[i % 8]; }

inline glm::vec4 run_color(const Palette& palette, int slot) { return palette.run[slot % 6]; }

inline glm::vec4 with_alpha(glm::vec4 color, float alpha) {
  return {color.r, color.g, color.b, color.a * alpha};
}

}  // namespace view
