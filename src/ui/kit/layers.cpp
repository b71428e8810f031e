#include "ui/kit/layers.h"

#include <imgui_internal.h>

#include <string_view>

#include "ui/kit/toasts.h"

namespace ui {
namespace {

bool is_remark(const ImDrawList& list) {
  const std::string_view owner = list._OwnerName ? list._OwnerName : "";
  return owner.starts_with(Toasts::window) || owner == "##Foreground";  // Pointer draws there
}

}  // namespace

Layers::Layers(const ImDrawData& all) : data_(all) {
  for (int i = 0; i < all.CmdListsCount; ++i)
    (is_remark(*all.CmdLists[i]) ? remarks_ : interface_).push_back(all.CmdLists[i]);
}

ImDrawData* Layers::of(std::vector<ImDrawList*>& lists) {
  data_.CmdLists = lists.data();
  data_.CmdListsCount = static_cast<int>(lists.size());
  data_.TotalVtxCount = data_.TotalIdxCount = 0;
  for (const ImDrawList* one : lists) {
    data_.TotalVtxCount += one->VtxBuffer.Size;
    data_.TotalIdxCount += one->IdxBuffer.Size;
  }
  return &data_;
}

Scrolls::Scrolls() {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    all_.push_back({window->ID, window->Scroll.x, window->Scroll.y});
}

void Scrolls::set(float factor) const {
  for (const One& one : all_)
    if (ImGuiWindow* window = ImGui::FindWindowByID(one.window))
      window->Scroll = {factor * one.x, factor * one.y};
}

}  // namespace ui
