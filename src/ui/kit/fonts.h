#pragma once
#include <imgui.h>

#include <filesystem>

namespace ui {

/// The fonts: a typeface in four sizes, and a heavier weight for headings.
struct Fonts {
  ImFont* small = nullptr;
  ImFont* body = nullptr;
  ImFont* strong = nullptr;
  ImFont* reading = nullptr;  ///< texts for the back row
  ImFont* title = nullptr;
  ImFont* large = nullptr;  ///< numbers
};

constexpr float small_letters = 14;  ///< pixels at scale 1, Fonts::small

/// Lets fonts be found in this folder too, after those of the system.
void look_for_fonts_in(std::filesystem::path folder);

/// Fills the font atlas of the current context, unless it has these sizes already (contexts may
/// share one); body text is 16 pixels high at scale 1. Uses Inter if installed, else DejaVu Sans,
/// else ImGui's own font. Call between frames; upload the font texture again afterwards.
Fonts build_fonts(float scale);

/// Adds the regular or the bold font, `pixels` high, to an atlas that belongs to no context.
/// `ranges`, zero-terminated pairs, must live as long as the atlas.
ImFont* add_font(ImFontAtlas& atlas, bool bold, float pixels, const ImWchar* ranges);

}  // namespace ui
