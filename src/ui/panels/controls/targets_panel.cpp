#include <cmath>
#include <string>

#include "ui/options.h"
#include "ui/panel.h"

namespace ui {
namespace {

/// What the scene opens with.
double world_standard(const sim::Scene& scene, const base::Parameter& parameter) {
  double default_value = parameter.default_value;
  for (const auto& [key, value] : scene.settings)
    if (key == parameter.key) default_value = base::parse(parameter, value);
  return default_value;
}

/// A target that the user has moved, and how to return it.
void moved_target(const Panel& panel, int index) {
  const sim::Target& target = panel.simulation().targets()[static_cast<size_t>(index)];
  const int effector = panel.simulation().scene().targets[static_cast<size_t>(index)].effector;
  ImGui::PushID(index);
  ImGui::AlignTextToFramePadding();
  const std::string& name = panel.simulation().skeleton().effector(effector).name;
  text(name);
  ImGui::SameLine();
  {
    const TextStyle style(panel.look.fonts.small, panel.look.palette->text_dim);
    const std::string& path = target.manual().follows;
    text(target.held() ? "held" : path.empty() ? "offset from its path" : "follows " + path);
  }
  const float width = std::round(4 * panel.em()), gap = ImGui::GetStyle().ItemSpacing.x;
  const float right = ImGui::GetContentRegionMax().x;
  using To = sim::ReleaseTarget::To;
  if (target.held()) {
    ImGui::SameLine(right - 2 * width - gap);
    if (ImGui::Button("Resume", {width, 0}))
      panel.context.request(sim::ReleaseTarget{index, To::Swing});
    tooltip(panel.look, "Resume its motion, centred where it is now");
  }
  ImGui::SameLine(right - width);
  if (ImGui::Button("Reset", {width, 0}))
    panel.context.request(sim::ReleaseTarget{index, To::Home});
  tooltip(panel.look, "Return to the scene's path");
  ImGui::PopID();
}

/// Not what is beside the runs, nor the tolerance of a kind of goal that the body has none of.
bool is_shown(const base::Parameter& parameter, const ik::Skeleton& skeleton) {
  if (parameter.key == sim::world::same_clamps().key) return false;
  const bool angle = parameter.key == sim::world::hit_angle_deg().key;
  if (!angle && parameter.key != sim::world::hit_distance().key) return true;
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (skeleton.turns(i) == angle) return true;
  return false;
}

void targets_panel(const Panel& panel) {
  if (!section(panel.look, "Targets")) return;
  const sim::Scene& scene = panel.simulation().scene();
  for (const base::Parameter& parameter : panel.simulation().world().table())
    if (is_shown(parameter, *scene.skeleton))
      panel.parameter(parameter, world_standard(scene, parameter));
  panel.option(options::after_drag());
  const auto& targets = panel.simulation().targets();
  bool any = false;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i].moved_by_hand()) continue;
    moved_target(panel, static_cast<int>(i));
    any = true;
  }
  if (!any)
    note(panel.look, "Drag a red target in the view; double click to return it to its path.");
}

}  // namespace

void declare_targets_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "targets", .title = "Targets", .rank = 140, .draw = targets_panel});
}

}  // namespace ui
