#include "ik/objectives/objective.h"
#include "ui/panels/controls/joint_rows.h"

namespace ui {
namespace {

std::string what_pulls(const base::Settings& settings) {
  const std::string_view gain = base::Registry<ik::ObjectiveInfo>::find("rest").gain.key;
  if (!settings.has(gain))
    return "The desired joint coordinates. The current method has no null space, so it does not "
           "use them.";
  if (settings.get(gain) == 0)
    return "The desired joint coordinates. They have no effect while the rest gain (Null space) is "
           "0.";
  return "The desired joint coordinates, to which the rest gain pulls without moving the "
         "effectors.";
}

void rest_panel(const Panel& panel) {
  const ik::Skeleton& skeleton = panel.simulation().skeleton();
  const Eigen::VectorXd &rest = panel.simulation().run().solver().rest(), usual = skeleton.rest();
  JointRows& rows = panel.state.rest;
  bool reset = false;
  const bool changed = rest != usual;
  const bool open = section(panel.look, "Rest pose", false, changed ? "reset" : nullptr, &reset);
  if (reset)
    for (int j = 0; j < skeleton.joints(); ++j)
      if (rest[j] != usual[j]) panel.context.request(sim::SetRest{j, usual[j]});
  if (!open) return;
  if (rows.parameters.empty())
    declare_rows(rows, skeleton, "rest of", usual,
                 "Desired coordinate of this joint, within its limits.");
  note(panel.look, what_pulls(panel.simulation().run().settings()));
  all_rows(skeleton, [&](int j) {
    const base::Parameter& parameter = rows.parameters[static_cast<size_t>(j)];
    const double scale = shown_per_unit(skeleton, j);
    const double value = rest[j] == usual[j] ? parameter.default_value : scale * rest[j];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (const auto wanted = panel.row(parameter, value, parameter.default_value))
      panel.context.request(
          sim::SetRest{j, *wanted == parameter.default_value ? usual[j] : *wanted / scale});
    point_at_joint(panel, j, at);
  });
}

}  // namespace

void declare_rest_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "rest", .title = "Rest pose", .rank = 170, .draw = rest_panel});
}

}  // namespace ui
