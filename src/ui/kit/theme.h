#pragma once
#include <imgui.h>

#include <string_view>

#include "ui/kit/fonts.h"
#include "view/palette.h"

namespace ui {

class TabStops;

/// The colours and fonts that everything is drawn with.
struct Look {
  const view::Palette* palette = &view::dark_palette();
  Fonts fonts;
  bool reduced_motion = false;  ///< Context::reduced_motion
  bool hides_tooltips = false;  ///< in presentation mode, while the mouse rests
  bool fingers = false;         ///< Context::fingers
  TabStops* stops = nullptr;    ///< set while a dialog or the panels are drawn
};

/// em: 44 CSS pixels, the least height of controls for fingers.
constexpr float finger_height = 2.75f;

/// Sets ImGui's style; every length is a multiple of the height of body text.
void apply_theme(const Look& look);

ImU32 color(const glm::vec4& rgba, float alpha = 1);
inline ImVec4 color4(const glm::vec4& c) { return {c.r, c.g, c.b, c.a}; }

/// A drawing uses a colour of the palette, or a packed one.
struct Ink {
  Ink(ImU32 packed) : value(packed) {}
  Ink(const glm::vec4& rgba) : value(color(rgba)) {}
  operator ImU32() const { return value; }

  ImU32 value;
};

/// Something that lasts until the end of the scope.
struct Scope {
  Scope() = default;
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
};

/// Gives what is drawn identifiers of its own.
struct IdScope : Scope {
  explicit IdScope(int id) { ImGui::PushID(id); }
  explicit IdScope(std::string_view id) { ImGui::PushID(id.data(), id.data() + id.size()); }
  ~IdScope() { ImGui::PopID(); }
};

/// Sets a length of ImGui's style.
struct StyleVar : Scope {
  StyleVar(ImGuiStyleVar which, ImVec2 value) { ImGui::PushStyleVar(which, value); }
  ~StyleVar() { ImGui::PopStyleVar(); }
};

/// Sets the font of texts, and their colour.
struct TextStyle : Scope {
  explicit TextStyle(ImFont* font, ImVec4 ink = ImGui::GetStyleColorVec4(ImGuiCol_Text)) {
    ImGui::PushFont(font);
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
  }
  TextStyle(ImFont* font, const glm::vec4& ink) : TextStyle(font, color4(ink)) {}
  ~TextStyle() {
    ImGui::PopStyleColor();
    ImGui::PopFont();
  }
};

}  // namespace ui
