#include "ui/kit/scrolls.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace ui {

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
