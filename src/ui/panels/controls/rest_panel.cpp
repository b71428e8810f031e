#include <cmath>
#include <numbers>

#include "ik/objectives/objective.h"
#include "ui/panel.h"

namespace ui {
namespace {

/// What a slider shows of one radian or scene unit.
double per_unit(const ik::Skeleton& skeleton, int j) {
  return skeleton.revolute(j) ? 180 / std::numbers::pi : 1;
}

/// Where a joint has no limits, a turn, or some links' length.
base::Parameter declare(const ik::Skeleton& skeleton, int j, std::string_view key) {
  const ik::Joint& joint = skeleton.joint(j);
  const double scale = per_unit(skeleton, j);
  const double far = skeleton.revolute(j) ? std::numbers::pi : 4 * skeleton.characteristic_length();
  return {
      .key = key,
      .symbol = joint.name,
      .unit = skeleton.revolute(j) ? "°" : "unit",
      .min = scale * (std::isfinite(joint.lower) ? joint.lower : std::min(-far, joint.rest)),
      .max = scale * (std::isfinite(joint.upper) ? joint.upper : std::max(far, joint.rest)),
      .default_value = scale * joint.rest,
      .explanation = "Desired coordinate of this joint, within its limits.",
  };
}

void declare_all(const ik::Skeleton& skeleton, RestRows& rows) {
  rows.parameters.clear();
  rows.keys.clear();
  for (int j = 0; j < skeleton.joints(); ++j)
    rows.keys.push_back("rest of " + skeleton.joint(j).name);
  for (int j = 0; j < skeleton.joints(); ++j)
    rows.parameters.push_back(declare(skeleton, j, rows.keys[static_cast<size_t>(j)]));
}

std::string what_pulls(const base::Settings& settings) {
  const std::string_view gain = base::Registry<ik::ObjectiveInfo>::find("rest").gain.key;
  if (!settings.has(gain))
    return "The desired joint coordinates. The current method has no null space: nothing pulls to "
           "them.";
  if (settings.get(gain) == 0)
    return "The desired joint coordinates. They have no effect while the rest gain (Null space) is "
           "0.";
  return "The desired joint coordinates, to which the rest gain pulls without moving the "
         "effectors.";
}

void rest_panel(const Panel& panel) {
  const ik::Skeleton& skeleton = panel.simulation().skeleton();
  const Eigen::VectorXd &rest = panel.simulation().run().solver().rest(), usual = skeleton.rest();
  RestRows& rows = panel.state.rest;
  bool reset = false;
  const bool changed = rest != usual;
  const bool open = section(panel.look, "Rest pose", false, changed ? "reset" : nullptr, &reset);
  if (reset)
    for (int j = 0; j < skeleton.joints(); ++j)
      if (rest[j] != usual[j]) panel.context.request(sim::SetRest{j, usual[j]});
  if (!open) return;
  if (rows.parameters.empty()) declare_all(skeleton, rows);
  note(panel.look, what_pulls(panel.simulation().run().settings()));
  ImGuiListClipper clipper;  // a body may have thousands of joints
  clipper.Begin(skeleton.joints());
  while (clipper.Step()) {
    for (int j = clipper.DisplayStart; j < clipper.DisplayEnd; ++j) {
      const base::Parameter& parameter = rows.parameters[static_cast<size_t>(j)];
      const double scale = per_unit(skeleton, j);
      const double value = rest[j] == usual[j] ? parameter.default_value : scale * rest[j];
      const RowEdit edit =
          panel.state.rows.draw(panel.look, parameter, value, parameter.default_value);
      if (edit.kind == RowEdit::Kind::Set)
        panel.context.request(sim::SetRest{j, edit.value / scale});
      if (edit.kind == RowEdit::Kind::Reset) panel.context.request(sim::SetRest{j, usual[j]});
      if (edit.kind == RowEdit::Kind::Refused)
        panel.state.toasts.add(edit.message, Toasts::Kind::Error);
    }
  }
}

}  // namespace

void declare_rest_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "rest", .title = "Rest pose", .rank = 170, .draw = rest_panel});
}

}  // namespace ui
