#pragma once
#include <imgui.h>

namespace ui {

/// One typeface in four sizes, and one heavier weight for headings.
struct Fonts {
  ImFont* small = nullptr;
  ImFont* body = nullptr;
  ImFont* strong = nullptr;
  ImFont* reading = nullptr;  ///< texts for the back row
  ImFont* title = nullptr;
  ImFont* large = nullptr;  ///< numbers
};

/// Fills the atlas of the current context, all in multiples of `scale`; body text is 16 pixels
/// high at scale 1. Inter where there is one, else DejaVu Sans, else ImGui's own. Between frames;
/// the texture on the graphics card has to be made anew afterwards.
Fonts build_fonts(float scale);

}  // namespace ui
