#pragma once
#include <array>
#include <glm/glm.hpp>
#include <string_view>

namespace view {

/// The colours of the program, the same in the 3D view, the plots and the tables. sRGB with alpha.
/// Colours carry meaning; the hues are Okabe and Ito's, of lightnesses that stay apart for
/// colour-blind readers. Without colours, chart::marker_shape() tells curves apart.
struct Palette {
  std::string_view name;
  bool dark;
  bool outlined = false;                              ///< controls have an edge
  glm::vec4 background_top, background_bottom;        ///< of the 3D view
  glm::vec4 window, panel, raised, hovered, pressed;  ///< surfaces, from back to front
  glm::vec4 border, text, text_dim;
  glm::vec4 accent, accent_text;  ///< the one accent, and text on it
  glm::vec4 good, warning, alarm;
  glm::vec4 link, joint, axis, ground, grid;
  glm::vec4 target;     ///< the red balls of the papers
  glm::vec4 obstacle;   ///< seen through: its alpha is below 1
  glm::vec4 series[8];  ///< effectors, curves: see series_color()
  glm::vec4 run[6];     ///< of each of several runs: see run_color()
};

const Palette& dark_palette();
const Palette& light_palette();
/// Returns these two and the one of high contrast, whose text has a contrast of at least 7 to 1.
const std::array<const Palette*, 3>& palettes();

/// Returns the colour of effector or curve i.
inline glm::vec4 series_color(const Palette& palette, int i) { return palette.series[i % 8]; }

inline glm::vec4 run_color(const Palette& palette, int slot) { return palette.run[slot % 6]; }

/// Returns the colour of the recorded pose, which is translucent, and of its curve.
inline glm::vec4 recorded_color(const Palette& palette) { return palette.good; }

/// Returns the colour of what a clamp has cut, beside the colours of effectors.
inline glm::vec4 cut_color(const Palette& palette) { return palette.text; }

inline glm::vec4 with_alpha(glm::vec4 color, float alpha) {
  return {color.r, color.g, color.b, color.a * alpha};
}

}  // namespace view
