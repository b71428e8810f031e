// Draws the joints' coordinates, to be changed, held, copied and pasted, and those of the rest
// pose.

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/objectives/objective.h"
#include "ui/kit/fields.h"
#include "ui/kit/format.h"
#include "ui/panels/controls/joint_rows.h"

namespace ui {
namespace {

constexpr std::string_view joint_explanation =
    "Coordinate of this joint. Drag to move it; the method continues from there.";

constexpr std::string_view stiffness_explanation =
    "Weight of this joint in the length of a step. Larger: it does less of the work, and the "
    "others make up for it. The damped step, the pseudoinverse's and the null space follow it.";

const base::Parameter shown_of_joints = base::choice(
    "shown_of_joints", "Show", {"coordinates", "stiffness"},
    {.explanation = "What the rows show of each joint: where it is, or how much it weighs."});

const base::Parameter follow_recording = base::toggle(
    "follow_recording", "Follow recording", true,
    "The recording gives the figure's path and the lengths of its bones. Off: the method solves "
    "for these too, so the figure may shift and its bones may stretch.",
    "");

/// Draws a row for each joint; a body may have thousands. The mouse on a row highlights its joint
/// in the view.
void all_rows(const Panel& panel, const JointRows& rows, const auto& row) {
  ImGuiListClipper clipper;
  clipper.Begin(panel.skeleton().joints());
  while (clipper.Step())
    for (int j = clipper.DisplayStart; j < clipper.DisplayEnd; ++j) {
      const ImVec2 from = ImGui::GetCursorScreenPos();
      row(j, rows.parameters[static_cast<size_t>(j)]);
      const ImVec2 to{from.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y};
      if (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
          ImGui::IsMouseHoveringRect(from, to))
        panel.state.explain.next_spot.joint = j;
    }
}

/// Returns each coordinate at zero or, if that is out of range, at the nearest limit.
Eigen::VectorXd zero_pose(const ik::Skeleton& skeleton) {
  Eigen::VectorXd zero(skeleton.joints());
  for (int j = 0; j < skeleton.joints(); ++j)
    zero[j] = std::clamp(0., skeleton.joint(j).lower, skeleton.joint(j).upper);
  return zero;
}

/// Rounds a coordinate of a moving body to a thousandth of its range, but not finer than a tenth of
/// a degree.
double rounded(const base::Parameter& parameter, double value) {
  const double range = parameter.max - parameter.min;
  if (!(range > 0)) return value;
  const double thousandth = std::pow(10, std::floor(std::log10(range)) - 3);
  const double step = parameter.unit == "°" ? std::max(0.1, thousandth) : thousandth;
  return base::round_to(std::round(value / step) * step, 12);
}

void set_pose(const Panel& panel, const Eigen::VectorXd& theta) {
  panel.context.request(sim::SetPose{{theta.begin(), theta.end()}});
}

void paste(const Panel& panel) {
  const char* text = ImGui::GetClipboardText();
  try {
    set_pose(panel, parse_pose(text ? text : "", panel.skeleton(), panel.solver().pose().theta));
  } catch (const base::Error& error) {
    panel.state.toasts.add(error.what(), Toasts::Kind::Error);
  }
}

void buttons(const Panel& panel) {
  const ik::Skeleton& skeleton = panel.skeleton();
  const std::string labels[] = {"Zero all", "Copy pose", "Paste pose"};
  const std::string help[] = {
      "Set every joint to zero, or to the limit nearest to it",
      "Copy the coordinates as text, a line for each joint",
      base::format("Set the joints that are named in the copied text, on lines such as {} = {}",
                   skeleton.joint(0).name, skeleton.revolute(0) ? "30°" : "0.5")};
  const int pressed = button_row(panel, labels, help);
  if (pressed == 0) set_pose(panel, zero_pose(skeleton));
  if (pressed == 1) {
    ImGui::SetClipboardText(pose_text(skeleton, panel.solver().pose().theta).c_str());
    panel.state.toasts.add("Pose copied");
  }
  if (pressed == 2) paste(panel);
}

void explain_row(const Panel& panel, int j) {
  const sim::Simulation& simulation = panel.simulation();
  if (!simulation.scene().recording) return;
  JointRows& rows = panel.state.joints;
  rows.notes.resize(rows.parameters.size());
  const ik::Skeleton& skeleton = simulation.skeleton();
  const ik::Skeleton::WholeJoint& joint = skeleton.whole_joint(j);
  const double angle = sim::angle_between(skeleton, joint, simulation.run().solver().pose().theta,
                                          simulation.target_state().recorded);
  std::string& note = rows.notes[static_cast<size_t>(j)];
  note = base::format("{}\n{} is {}° from the recording.", joint_explanation,
                      skeleton.joint(j).whole_name(), fixed(angle * base::degrees, 1));
  rows.parameters[static_cast<size_t>(j)].explanation = note;
}

void recording_row(const Panel& panel, const std::vector<int>& held) {
  const auto& recording = panel.simulation().scene().recording;
  if (!recording || recording->given.empty()) return;
  const bool follows = std::ranges::includes(held, recording->given);
  if (panel.row(follow_recording, follows, true))
    panel.context.request(sim::FollowRecording{!follows});
}

void joint_row(const Panel& panel, int j, const base::Parameter& parameter, bool held) {
  explain_row(panel, j);
  const float unit = panel.em(), lock = std::round(1.4f * unit);
  const float inset = centred(ImGui::GetFrameHeight(), lock);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(j);
  if (icon_button(panel.look, "hold", held ? Icon::Lock : Icon::NoLock, {at.x, at.y + inset}, lock,
                  held))
    panel.context.request(sim::HoldJoint{j, !held});
  const auto& recording = panel.simulation().scene().recording;
  const bool follows = recording && std::ranges::binary_search(recording->given, j);
  tooltip(panel.look, !held     ? "Hold: no method moves this joint"
                      : follows ? "It follows the recording. Release: the method moves it"
                                : "Release: the method moves this joint again");
  ImGui::PopID();
  ImGui::SetCursorScreenPos({at.x + lock + std::round(0.4f * unit), at.y});
  const double scale = shown_per_unit(panel.skeleton(), j);
  if (const auto wanted =
          panel.row(parameter, rounded(parameter, scale * panel.solver().pose().theta[j]),
                    parameter.default_value, {.compact = true}))
    panel.context.request(sim::SetJoint{j, *wanted / scale});
}

void coordinates(const Panel& panel, const std::vector<int>& held) {
  const ik::Skeleton& skeleton = panel.skeleton();
  JointRows& rows = panel.state.joints;
  if (rows.parameters.empty())
    declare_rows(rows, skeleton, "joint", zero_pose(skeleton), joint_explanation);
  recording_row(panel, held);
  buttons(panel);
  all_rows(panel, rows, [&](int j, const base::Parameter& parameter) {
    joint_row(panel, j, parameter, std::ranges::binary_search(held, j));
  });
}

void stiffnesses(const Panel& panel) {
  const ik::Skeleton& skeleton = panel.skeleton();
  const ik::Solver& solver = panel.solver();
  JointRows& rows = panel.state.stiffness;
  if (rows.parameters.empty()) {
    declare_rows(rows, skeleton, "stiffness of", zero_pose(skeleton), {});
    for (int j = 0; j < skeleton.joints(); ++j) {
      base::Parameter& parameter = rows.parameters[static_cast<size_t>(j)];
      constexpr double most = ik::Skeleton::max_stiffness;
      parameter = base::log_scaled(parameter.key, parameter.symbol, "",
                                   {1 / most, most, skeleton.joint(j).stiffness},
                                   {.explanation = stiffness_explanation});
    }
  }
  note(panel.look,
       solver.method().weighs_joints()
           ? "The weights wⱼ of the joints in Σ wⱼ Δθⱼ², which a step keeps small."
           : std::string(solver.method().label()) +
                 " moves one joint after the other and does not use the weights of joints.");
  all_rows(panel, rows, [&](int j, const base::Parameter& parameter) {
    if (const auto wanted = panel.row(parameter, solver.body().stiffness[j],
                                      parameter.default_value, {.compact = true}))
      panel.context.request(sim::SetStiffness{j, *wanted});
  });
}

void joints_panel(const Panel& panel) {
  const ik::BodySettings& body = panel.solver().body();
  const Eigen::VectorXd usual = panel.skeleton().stiffness();
  const bool changed = body.stiffness != usual;
  const char* link = !body.held.empty() ? "release all" : changed ? "reset stiffness" : nullptr;
  bool undo = false;
  const bool open = section(panel.look, "Joints", false, link, &undo);
  if (undo && !body.held.empty()) panel.context.request(sim::ReleaseJoints{});
  for (int j = 0; undo && body.held.empty() && j < panel.skeleton().joints(); ++j)
    if (body.stiffness[j] != usual[j]) panel.context.request(sim::SetStiffness{j, usual[j]});
  if (!open) return;
  bool& by_stiffness = panel.state.joints_by_stiffness;
  if (const auto wanted = panel.row(shown_of_joints, by_stiffness, false))
    by_stiffness = *wanted != 0;
  if (by_stiffness)
    stiffnesses(panel);
  else
    coordinates(panel, body.held);
}

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
  const ik::Skeleton& skeleton = panel.skeleton();
  const Eigen::VectorXd &rest = panel.solver().rest(), usual = skeleton.rest();
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
  note(panel.look, what_pulls(panel.run().settings()));
  all_rows(panel, rows, [&](int j, const base::Parameter& parameter) {
    const double scale = shown_per_unit(skeleton, j);
    const double value = rest[j] == usual[j] ? parameter.default_value : scale * rest[j];
    if (const auto wanted = panel.row(parameter, value, parameter.default_value))
      panel.context.request(
          sim::SetRest{j, *wanted == parameter.default_value ? usual[j] : *wanted / scale});
  });
}

}  // namespace

void declare_joints_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "joints", .title = "Joints", .rank = 165, .draw = joints_panel});
  panels.add({.name = "rest", .title = "Rest pose", .rank = 170, .draw = rest_panel});
}

}  // namespace ui
