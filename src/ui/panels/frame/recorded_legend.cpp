#include <cmath>
#include <numbers>

#include "base/numbers.h"
#include "ui/options.h"
#include "ui/panels/frame/frame.h"

namespace ui {

/// The ghost's colour and name, and how far the selected run is from it. A click hides and shows
/// it.
void recorded_legend(const Panel& panel) {
  const sim::Simulation& simulation = panel.simulation();
  const Rect& body = panel.state.layout.body;
  const float unit = panel.em(), height = std::round(1.7f * unit), margin = std::round(0.5f * unit);
  if (!simulation.scene().recording || body.height < 8 * unit) return;
  const view::Palette& p = *panel.look.palette;
  const base::Parameter& option = options::show_recording();
  const bool on = panel.options().flag(option);
  const std::string angle =
      base::fixed(simulation.run().pose_error() * 180 / std::numbers::pi, 1) + "° apart";
  const std::string label = "recorded pose";
  const float before = 1.7f * unit, gap = std::round(0.6f * unit);
  const float name = text_size(panel.look.fonts.body, label).x,
              width = std::round(before + name + gap +
                                 text_size(panel.look.fonts.body, "000.0° apart").x + 0.8f * unit);
  if (width + 2 * margin > body.width) return;
  ImGui::SetNextWindowPos({body.x + margin, std::round(body.y + body.height - height - margin)});
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
    list.AddText({at.x + before, top}, color(on || hovered ? p.text : p.text_dim), label.c_str());
    list.AddText({at.x + before + name + gap, top}, color(p.text_dim), angle.c_str());
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace ui
