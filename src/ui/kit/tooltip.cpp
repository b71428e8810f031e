// Draws tooltips of one width beside the items they explain.

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"

namespace ui {
namespace {

/// Rounds the padding to whole pixels, so that the tooltip's size is whole, too.
void push_tooltip_padding(const Look& look) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(std::round(0.8f * em(look)), std::round(0.6f * em(look))));
}

/// Returns the size of an open tooltip, which fits its content of the last frame.
ImVec2 tooltip_size(const Look& look) {
  ImGuiWindow* last = ImGui::FindWindowByName("##Tooltip_00");
  push_tooltip_padding(look);
  const ImVec2 fit = last ? ImGui::CalcWindowNextAutoFitSize(last) : ImVec2(1, 1);
  ImGui::PopStyleVar();
  return {std::ceil(fit.x), std::ceil(fit.y)};
}

/// Returns the visible part of the item drawn last.
Rect last_item() {
  const ImGuiContext& imgui = *ImGui::GetCurrentContext();
  ImRect item = imgui.LastItemData.Rect;
  item.ClipWithFull(imgui.CurrentWindow->ClipRect);
  return {item.Min.x, item.Min.y, item.GetWidth(), item.GetHeight()};
}

/// Opens a tooltip at the corner of a rectangle, or at the mouse if it is empty.
Tooltip open_tooltip_at(const Look& look, const Rect& rect) {
  if (!rect.empty()) ImGui::SetNextWindowPos({rect.x, rect.y});
  return open_tooltip(look);
}

}  // namespace

Rect tooltip_rect(const Rect& item, ImVec2 mouse, ImVec2 size, ImVec2 display, float gap,
                  bool aside) {
  const float below = item.y + item.height + gap, above = item.y - gap - size.y;
  const float right = item.x + item.width + gap, left = item.x - gap - size.x;
  // The tooltip is aligned with the item's left edge unless the mouse is far from it.
  const float wanted = mouse.x < item.x + 0.8f * size.x ? item.x : mouse.x - 0.5f * size.x;
  const float x = std::round(clamp_or_low(wanted, 0, display.x - size.x));
  const float y = std::round(clamp_or_low(item.y, 0, display.y - size.y));
  const bool fits_right = right + size.x <= display.x, fits_beside = fits_right || left >= 0;
  const Rect beside{std::round(fits_right ? right : left), y, size.x, size.y};
  if (aside && fits_beside) return beside;
  if (below + size.y <= display.y) return {x, std::round(below), size.x, size.y};
  if (above >= 0) return {x, std::round(above), size.x, size.y};
  return fits_beside ? beside : Rect{};
}

Rect readout_rect(const Rect& plot, float top, ImVec2 mouse, ImVec2 size, ImVec2 display,
                  float gap) {
  const float right = mouse.x + gap, left = mouse.x - gap - size.x;
  const float y = std::max(top, std::min(mouse.y + gap, display.y - size.y));
  const bool fits_right = right + size.x <= display.x;
  if (y + size.y > display.y || (!fits_right && left < plot.x))
    return tooltip_rect(plot, mouse, size, display, gap);
  return {std::round(fits_right ? right : left), std::round(y), size.x, size.y};
}

Tooltip begin_help(const Look& look, const char* id, const Rect& explained) {
  const view::Palette& p = *look.palette;
  const float side = std::round(1.15f * em(look)), height = ImGui::GetFrameHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(id, {side, height});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 c{std::round(at.x + 0.5f * side), std::round(at.y + 0.5f * height)};
  list.AddCircle(c, 0.46f * side, color(hovered ? p.accent : p.text_dim, hovered ? 1 : 0.55f), 20);
  ImFont* font = look.fonts.small;
  const ImVec2 size = text_size(font, "?");
  draw_text(font, {std::round(c.x - 0.5f * size.x), c.y - 0.5f * size.y},
            hovered ? p.accent : p.text_dim, "?");
  return begin_tooltip(look, explained);
}

Tooltip begin_tooltip(const Look& look, const Rect& explained) {
  if (look.hides_tooltips || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    return Tooltip(false);
  return open_tooltip_beside(look, explained, !explained.empty());
}

Tooltip open_tooltip_beside(const Look& look, const Rect& item, bool aside) {
  const ImGuiIO& io = ImGui::GetIO();
  const auto rect_of = [&](const Rect& explained) {
    return tooltip_rect(explained, io.MousePos, tooltip_size(look), io.DisplaySize,
                        std::round(0.3f * em(look)), aside);
  };
  const Rect rect = rect_of(item.empty() ? last_item() : item);
  // A tooltip that is too large leaves at least the "?" visible.
  return open_tooltip_at(look, rect.empty() ? rect_of(last_item()) : rect);
}

Tooltip open_readout(const Look& look, const Rect& plot, float top) {
  const ImGuiIO& io = ImGui::GetIO();
  return open_tooltip_at(look, readout_rect(plot, top, io.MousePos, tooltip_size(look),
                                            io.DisplaySize, std::round(1.2f * em(look))));
}

float max_tooltip_width(const Look& look) {
  return std::min(26 * em(look), ImGui::GetIO().DisplaySize.x - em(look));
}

Tooltip open_tooltip(const Look& look) {
  push_tooltip_padding(look);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(max_tooltip_width(look) - 2 * em(look));
  return Tooltip(true);
}

Tooltip::~Tooltip() {
  if (!open_) return;
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void tooltip(const Look& look, std::string_view s, const Rect& explained) {
  if (const Tooltip tip = begin_tooltip(look, explained)) text(s);
}

}  // namespace ui
