#include <algorithm>
#include <cmath>

#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

constexpr float fade = 0.15f;  // s

void close(const Panel& panel) { panel.state.overlay = Overlay::None; }

/// Dims the rest of the window. A click there closes the overlay.
void curtain(const Panel& panel) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, color4(view::with_alpha(panel.palette.window, 0.6f)));
  ImGui::Begin(curtain_window.data(), nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoSavedSettings);
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)) close(panel);
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace

bool begin_overlay(const Panel& panel, const char* title, ImVec2 size) {
  const ImGuiIO& io = ImGui::GetIO();
  const float unit = panel.em();
  panel.state.overlay_age += io.DeltaTime;
  const float alpha = std::clamp(panel.state.overlay_age / fade, 0.05f, 1.f);
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, panel.look.reduced_motion ? 1 : alpha);
  curtain(panel);
  if (key_pressed(ImGuiKey_Escape) && !panel.state.popup_keys.was_open()) close(panel);

  const float margin = std::min(unit, 0.05f * io.DisplaySize.y);
  const float below = std::max(
      margin, panel.state.toasts.room_of_newest(panel.look, io.DisplaySize.x, io.DisplaySize.y));
  size = {std::clamp(size.x, 1.f, std::max(1.f, io.DisplaySize.x - 2 * margin)),
          std::clamp(size.y, 1.f, std::max(1.f, io.DisplaySize.y - margin - below))};
  ImGui::SetNextWindowPos(
      {centred(io.DisplaySize.x, size.x), std::round(std::min(0.4f * (io.DisplaySize.y - size.y),
                                                              io.DisplaySize.y - below - size.y))});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(1.2f * unit, unit));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.4f * unit);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.f, std::round(unit / 16)));
  const bool shown = ImGui::Begin(title, nullptr,
                                  ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                      ImGuiWindowFlags_NoSavedSettings);
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  panel.state.stops.begin(ImGui::IsWindowAppearing());
  text(panel.fonts.strong, title);
  const float side = std::round(1.5f * unit);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - side);
  if (icon_button(panel.look, "close", Icon::Close, side, false)) close(panel);
  tooltip(panel.look, "Close  (Esc)");
  panel.state.look.stops = &panel.state.stops;
  return shown;
}

void end_overlay(const Panel& panel) {
  panel.state.look.stops = nullptr;
  panel.state.stops.end();
  ImGui::End();
  ImGui::PopStyleVar(4);
}

}  // namespace ui
