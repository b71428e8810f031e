#include "ui/kit/layers.h"

#include <imgui_internal.h>

#include <string_view>

#include "ui/kit/toasts.h"

namespace ui {
namespace {

bool is_transient(const ImDrawList& list) {
  const std::string_view owner = list._OwnerName ? list._OwnerName : "";
  return owner.starts_with(Toasts::window) || owner == "##Foreground";  // InputDisplay draws there
}

}  // namespace

Layer::Layer(const ImDrawData& all, bool transient) : data(all) {
  data.TotalVtxCount = data.TotalIdxCount = 0;
  for (int i = 0; i < all.CmdListsCount; ++i) {
    ImDrawList* one = all.CmdLists[i];
    if (is_transient(*one) != transient) continue;
    lists.push_back(one);
    data.TotalVtxCount += one->VtxBuffer.Size;
    data.TotalIdxCount += one->IdxBuffer.Size;
  }
  data.CmdLists = lists.data();
  data.CmdListsCount = static_cast<int>(lists.size());
}

ScrollPositions::ScrollPositions() {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    all_.emplace_back(window->ID, window->Scroll);
}

void ScrollPositions::set(float factor) const {
  for (const auto& [id, scroll] : all_)
    if (ImGuiWindow* window = ImGui::FindWindowByID(id))
      window->Scroll = {factor * scroll.x, factor * scroll.y};
}

}  // namespace ui
