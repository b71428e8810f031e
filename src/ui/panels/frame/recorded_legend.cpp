#include <cmath>

#include "base/numbers.h"
#include "ui/options/options.h"
#include "ui/panels/frame/frame.h"

namespace ui {

namespace {

constexpr const char *recorded_pose = "recorded pose", *widest_angle = "000.0° apart";

}  // namespace

ImVec2 recorded_legend_size(const Panel& panel) {
  const Rect& body = panel.state.layout.body;
  const float unit = panel.em();
  if (!panel.simulation().scene().recording || body.height < 8 * unit) return {};
  ImFont* font = panel.look.fonts.body;
  const float width =
      std::round(text_size(font, recorded_pose).x + 3.1f * unit + text_size(font, widest_angle).x);
  return width + unit > body.width ? ImVec2() : ImVec2(width, std::round(1.7f * unit));
}

/// Draws the ghost's colour and name, and the selected run's distance from it. A click hides and
/// shows the ghost.
void recorded_legend(const Panel& panel) {
  const Rect place = view_legend(panel).recorded;
  if (place.empty()) return;
  const auto [x, y, width, height] = place;
  const view::Palette& p = *panel.look.palette;
  const base::Parameter& option = options::show_recording();
  const bool on = panel.options().flag(option);
  const std::string angle =
      base::fixed(panel.simulation().run().pose_error() * base::degrees, 1) + "° apart";
  const float unit = panel.em(), before = 1.7f * unit, gap = std::round(0.6f * unit);
  const float name = text_size(panel.look.fonts.body, recorded_pose).x;
  ImGui::SetNextWindowPos({x, y});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  if (ImGui::Begin("legend of the recorded pose", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                       ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing)) {
    if (ImGui::InvisibleButton("recorded", {width, height})) panel.context.set(option, on ? 0 : 1);
    const bool hovered = ImGui::IsItemHovered();
    tooltip(panel.look, on ? "Click to hide the recorded pose" : "Click to show the recorded pose");
    const ImVec2 at = ImGui::GetWindowPos(), middle{at.x + 0.9f * unit, at.y + 0.5f * height};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height},
                       color(hovered ? p.hovered : p.panel, 0.88f), 0.5f * height);
    const ImU32 own = color(view::recorded_color(p));
    if (on)
      list.AddCircleFilled(middle, 0.4f * unit, own, 20);
    else
      list.AddCircle(middle, 0.4f * unit, own, 20, 1.5f * hairline(panel.look));
    const float top = at.y + std::round(0.5f * (height - unit));
    list.AddText({at.x + before, top}, color(on || hovered ? p.text : p.text_dim), recorded_pose);
    list.AddText({at.x + before + name + gap, top}, color(p.text_dim), angle.c_str());
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace ui
