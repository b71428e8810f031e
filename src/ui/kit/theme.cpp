#include "ui/kit/theme.h"

#include <cmath>

#include "ui/kit/widgets.h"

namespace ui {

ImU32 color(const glm::vec4& c, float alpha) {
  return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, c.a * alpha});
}

void apply_theme(const Look& look) {
  const view::Palette& p = *look.palette;
  const auto length = [&](float ems) { return std::round(ems * em(look)); };
  const auto lengths = [&](float x, float y) { return ImVec2(length(x), length(y)); };

  ImGuiStyle style;
  style.WindowPadding = lengths(0.75f, 0.6f);
  style.FramePadding = lengths(0.5f, look.fingers ? 0.5f * (finger_height - 1) : 0.28f);
  style.CellPadding = lengths(0.35f, 0.2f);
  style.ItemSpacing = lengths(0.5f, look.fingers ? 0.2f : 0.4f);
  style.ItemInnerSpacing = lengths(0.4f, 0.3f);
  style.IndentSpacing = length(1);
  style.ScrollbarSize = length(0.6f);
  style.GrabMinSize = length(0.7f);
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = hairline(look);
  style.FrameBorderSize = p.outlined ? hairline(look) : 0;
  style.WindowRounding = 0;
  style.ChildRounding = style.PopupRounding = length(0.3f);
  style.FrameRounding = style.GrabRounding = length(0.25f);
  style.ScrollbarRounding = length(0.3f);
  style.WindowMinSize = {1, 1};
  style.AntiAliasedLinesUseTex = true;
  style.DisplaySafeAreaPadding = lengths(0.25f, 0.25f);

  const auto set = [&](ImGuiCol which, const glm::vec4& c) { style.Colors[which] = color4(c); };
  set(ImGuiCol_Text, p.text);
  set(ImGuiCol_TextDisabled, p.text_dim);
  set(ImGuiCol_WindowBg, p.panel);
  set(ImGuiCol_ChildBg, glm::vec4(0));
  set(ImGuiCol_PopupBg, p.dark ? p.raised : p.panel);
  set(ImGuiCol_Border, p.dark && !p.outlined ? p.pressed : p.border);
  set(ImGuiCol_BorderShadow, glm::vec4(0));
  set(ImGuiCol_FrameBg, p.raised);
  set(ImGuiCol_FrameBgHovered, p.hovered);
  set(ImGuiCol_FrameBgActive, p.pressed);
  set(ImGuiCol_MenuBarBg, p.panel);
  set(ImGuiCol_ScrollbarBg, glm::vec4(0));
  set(ImGuiCol_ScrollbarGrab, p.hovered);
  set(ImGuiCol_ScrollbarGrabHovered, p.pressed);
  set(ImGuiCol_ScrollbarGrabActive, p.accent);
  set(ImGuiCol_Button, p.raised);
  set(ImGuiCol_ButtonHovered, p.hovered);
  set(ImGuiCol_ButtonActive, p.pressed);
  set(ImGuiCol_Header, p.dark ? p.hovered : p.raised);
  set(ImGuiCol_HeaderHovered, p.hovered);
  set(ImGuiCol_HeaderActive, p.pressed);
  set(ImGuiCol_Separator, p.border);
  set(ImGuiCol_TextSelectedBg, view::with_alpha(p.accent, 0.35f));
  set(ImGuiCol_NavHighlight, p.accent);
  ImGui::GetStyle() = style;
}

}  // namespace ui
