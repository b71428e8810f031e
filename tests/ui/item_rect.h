#pragma once
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace test {

/// Where an item was drawn, by one frame in which Dear ImGui takes it for the one in focus.
template <class DrawFrame>
std::optional<ImRect> item_rect(ImGuiWindow* in, ImGuiID item, DrawFrame draw_frame) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const auto focus = std::tuple(g.NavId, g.NavWindow, g.NavLayer);
  const auto rects = std::to_array(in->NavRectRel);
  std::tie(g.NavId, g.NavWindow) = std::tuple(item, in);
  draw_frame();
  std::optional<ImRect> drawn;
  if (g.NavIdIsAlive && g.NavWindow == in) {
    drawn = in->NavRectRel[g.NavLayer];
    drawn->Translate(in->DC.CursorStartPos);  // what they are relative to
  }
  std::tie(g.NavId, g.NavWindow, g.NavLayer) = focus;
  std::copy(rects.begin(), rects.end(), in->NavRectRel);
  return drawn;
}

}  // namespace test
