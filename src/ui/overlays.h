#pragma once
#include <string_view>
#include <vector>

#include "base/parameter.h"
#include "view/palette.h"

namespace ui {

/// A colour of an overlay and its meaning.
struct OverlayInk {
  std::string_view meaning;
  glm::vec4 (*ink)(const view::Palette&) = nullptr;  ///< null: each effector's own
};

/// An explanatory overlay in the 3D view. It is declared once; its chips, menu, rows and the legend
/// in the view follow.
struct OverlayInfo {
  const base::Parameter*
      option;  ///< the option that shows it; its symbol is the title, its explanation the sentence
  std::string_view unit;  ///< unit of what its size represents, or "none"
  std::vector<OverlayInk> inks;
};

const std::vector<OverlayInfo>& overlays();

}  // namespace ui
