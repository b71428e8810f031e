#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/model/pose_goal.h"
#include "ik/model/rotation.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panel.h"

namespace ui {
namespace {

constexpr double radians_per_degree = std::numbers::pi / 180;

/// Declares rows for x, y and z. They reach at least three times as far from the root as the
/// farthest effector does at the start.
std::vector<base::Parameter> declare_positions(const Panel& panel) {
  const ik::Pose start(panel.skeleton());
  const Eigen::Vector3d root = start.position.col(0);
  double far = panel.skeleton().characteristic_length();
  for (int i = 0; i < start.effector.cols(); ++i)
    far = std::max(far, 1.5 * (start.effector.col(i) - root).norm());
  std::vector<base::Parameter> rows;
  for (const std::string_view key : {"target x", "target y", "target z"}) {
    const double middle = root[std::ssize(rows)];
    rows.push_back(base::linear(
        key, key.substr(7), base::with_name("unit", panel.skeleton().unit()),
        {base::round_to(middle - 2 * far, 2), base::round_to(middle + 2 * far, 2), 0},
        {.explanation =
             "Position of the selected target. Double-click to type it; the target stays there."}));
  }
  return rows;
}

base::Parameter angle_row(std::string_view key, double most, std::string_view about) {
  return base::linear(key, key.substr(7), "°", {-most, most, 0}, {.explanation = about});
}
const std::vector<base::Parameter> angle_rows{
    angle_row("target roll", 180, "Turning about the x axis, before pitch and yaw."),
    angle_row("target pitch", 90, "Turning about the y axis, after roll and before yaw."),
    angle_row("target yaw", 180, "Turning about the z axis, after roll and pitch.")};

/// Draws a row for each of three numbers. Returns whether the user has set one.
bool number_rows(const Panel& panel, const std::vector<base::Parameter>& rows,
                 Eigen::Vector3d& values, int digits) {
  bool changed = false;
  for (int i = 0; i < 3; ++i) {
    const double shown = base::round_to(values[i], digits);
    const auto wanted = panel.row(rows[static_cast<size_t>(i)], shown, shown, {.compact = true});
    if (!wanted) continue;
    values[i] = *wanted;
    changed = true;
  }
  return changed;
}

void turn_rows(const Panel& panel, int index) {
  Eigen::Map<Eigen::Vector3d> shown(panel.state.turned.data());
  // Straight up and straight down have many solutions, so the shown angles stay as long as they are
  // right.
  const Eigen::Matrix3d R = ik::rotation(panel.simulation().target_state().position.col(index));
  if ((ik::from_roll_pitch_yaw(radians_per_degree * shown) - R).norm() > 1e-6)
    shown = ik::roll_pitch_yaw(R) / radians_per_degree;
  Eigen::Vector3d angles = shown;
  if (!number_rows(panel, angle_rows, angles, 1)) return;
  shown = angles;
  panel.context.request(sim::HoldTarget{
      index, ik::rotation_vector(ik::from_roll_pitch_yaw(radians_per_degree * angles))});
}

void position_rows(const Panel& panel, int index) {
  std::vector<base::Parameter>& rows = panel.state.position_rows;
  if (rows.empty()) rows = declare_positions(panel);
  Eigen::Vector3d numbers = panel.simulation().target_state().position.col(index);
  if (number_rows(panel, rows, numbers, 3)) panel.context.request(sim::HoldTarget{index, numbers});
}

/// Draws the selected target's position or orientation as numbers, for a pose both.
void selected_target(const Panel& panel, int index) {
  const ik::Skeleton& skeleton = panel.skeleton();
  text(skeleton.effector(index).name);
  if (skeleton.effector(index).goal.info->shape == ik::GoalShape::Orientation)
    return turn_rows(panel, index);
  position_rows(panel, index);
  if (const int turn = ik::pose_partner(skeleton, index); turn >= 0) turn_rows(panel, turn);
}

/// Returns false if the user has not moved the target.
bool moved_target(const Panel& panel, int index) {
  const sim::Simulation& simulation = panel.simulation();
  const sim::Target& target = simulation.targets()[static_cast<size_t>(index)];
  const int partner = ik::pose_partner(simulation.skeleton(), index);
  const sim::Target& turn = simulation.targets()[static_cast<size_t>(std::max(partner, 0))];
  const bool turned = partner >= 0 && turn.moved_by_hand();
  if (!target.moved_by_hand() && !turned) return false;
  const sim::Target& moved = target.moved_by_hand() ? target : turn;
  const std::string& path = moved.manual().follows;
  const IdScope scope(index);
  ImGui::AlignTextToFramePadding();
  text(simulation.skeleton().effector(index).name);
  ImGui::SameLine();
  text(panel.fonts.small, panel.palette.text_dim,
       moved.held()   ? "held"
       : path.empty() ? "offset from its path"
                      : "follows " + path);
  const float width = std::round(4 * panel.em()), gap = ImGui::GetStyle().ItemSpacing.x;
  const float right = ImGui::GetContentRegionMax().x;
  using To = sim::ReleaseTarget::To;
  if (target.held() || (turned && turn.held())) {
    ImGui::SameLine(right - 2 * width - gap);
    if (button(panel.look, "Resume", {width, 0})) release_target(panel.context, index, To::Swing);
    tooltip(panel.look, "Resume its motion, centred where it is now");
  }
  ImGui::SameLine(right - width);
  if (button(panel.look, "Reset", {width, 0})) release_target(panel.context, index, To::Home);
  tooltip(panel.look, "Return to the scene's path");
  return true;
}

/// Returns whether the parameter has a row: not if it is in the head of the table of runs, nor if
/// it is a tolerance for goals that the body does not have.
bool is_shown(const base::Parameter& parameter, const ik::Skeleton& skeleton) {
  const std::string_view comparison = sim::world::same_clamps().key;
  if (parameter.key == comparison || parameter.needs.key == comparison) return false;
  const bool angle = parameter.key == sim::world::hit_angle_deg().key;
  if (!angle && parameter.key != sim::world::hit_distance().key) return true;
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (skeleton.has_angle_error(i) == angle) return true;
  return false;
}

void targets_panel(const Panel& panel) {
  if (!section(panel.look, "Targets")) return;
  const sim::Scene& scene = panel.simulation().scene();
  const base::Settings from_scene = sim::scene_world(scene);
  for (const base::Parameter& parameter : panel.simulation().world().table())
    if (is_shown(parameter, *scene.skeleton))
      panel.parameter(parameter, from_scene.get(parameter.key));
  panel.option(options::after_drag());
  const auto& targets = panel.simulation().targets();
  const int selected = panel.context.selected.target();
  if (selected >= 0 && selected < static_cast<int>(targets.size()))
    selected_target(panel, selected);
  bool any = false;
  for (int i = 0; i < static_cast<int>(targets.size()); ++i)
    if (ik::pose_head(*scene.skeleton, i) == i) any |= moved_target(panel, i);
  if (!any)
    note(panel.look,
         "Drag a target in the view, or select it" + panel.aside(" (", Action::NextTarget, ")") +
             " to move it by its arrows, keys or numbers; double click returns it to its path.");
}

}  // namespace

void declare_targets_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "targets", .title = "Targets", .rank = 140, .draw = targets_panel});
}

}  // namespace ui
