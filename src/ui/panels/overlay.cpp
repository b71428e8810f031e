#include <algorithm>
#include <cmath>

#include "ui/panels/panels.h"

namespace ui {

bool begin_overlay(const Panel& panel, const char* title, bool* open, ImVec2 size) {
  const ImGuiIO& io = ImGui::GetIO();
  const float unit = panel.em();
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) *open = false;
  const float margin = std::min(unit, 0.05f * io.DisplaySize.y);
  size = {std::clamp(size.x, 1.f, std::max(1.f, io.DisplaySize.x - 2 * margin)),
          std::clamp(size.y, 1.f, std::max(1.f, io.DisplaySize.y - 2 * margin))};
  const ImVec2 at{std::round(0.5f * (io.DisplaySize.x - size.x)),
                  std::round(0.4f * (io.DisplaySize.y - size.y))};
  // The rest steps back.
  ImGui::GetBackgroundDrawList();
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(1.2f * unit, unit));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.4f * unit);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.f, std::round(unit / 16)));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, color4(panel.look.palette->panel));
  const bool shown = ImGui::Begin(title, nullptr,
                                  ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                      ImGuiWindowFlags_NoSavedSettings);
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  const bool beside = io.MousePos.x < at.x || io.MousePos.y < at.y ||
                      io.MousePos.x > at.x + size.x || io.MousePos.y > at.y + size.y;
  if (beside && ImGui::IsMouseClicked(0) && !ImGui::IsWindowAppearing()) *open = false;
  return shown;
}

void end_overlay() {
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

}  // namespace ui
