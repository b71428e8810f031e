#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ui/kit/fields.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

/// Draws a box to tick and a name. Returns whether it was clicked.
bool tick_row(const Panel& panel, const GoalChoice& choice, bool selected, float width) {
  const view::Palette& p = panel.palette;
  const float unit = panel.em(), height = pressed_height(panel.look, 1.7f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = list_line(panel.look, "row", {width, height}, selected);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float side = std::round(1.05f * unit), top = at.y + centred(height, side);
  const ImVec2 box{at.x + std::round(0.4f * unit), top};
  if (choice.chosen) fill(box, {side, side}, p.accent, 0.2f * unit);
  list.AddRect(box, {box.x + side, box.y + side}, color(choice.chosen ? p.accent : p.text_dim),
               0.2f * unit);
  if (choice.chosen) {
    const ImVec2 way[] = {{box.x + 0.22f * side, box.y + 0.52f * side},
                          {box.x + 0.42f * side, box.y + 0.72f * side},
                          {box.x + 0.79f * side, box.y + 0.28f * side}};
    list.AddPolyline(way, 3, color(p.accent_text), 0, std::max(1.5f, 0.13f * unit));
  }
  const float x = box.x + side + 0.6f * unit;
  ImFont* font = panel.fonts.body;
  draw_line(font, {x, at.y}, height, choice.chosen ? p.text : p.text_dim,
            shortened(font, choice.name, at.x + width - x));
  return clicked;
}

/// A click on a selected row, or on one that has no effector yet, also ticks it.
void effector_points(const Panel& panel, TargetsDialog& dialog, ImVec2 size) {
  ImGui::BeginChild("places", size);
  for (size_t i = 0; i < dialog.choices.size(); ++i) {
    const IdScope scope(static_cast<int>(i));
    GoalChoice& choice = dialog.choices[i];
    if (tick_row(panel, choice, i == dialog.row, ImGui::GetContentRegionAvail().x)) {
      if (i == dialog.row || !choice.chosen) choice.chosen = !choice.chosen;
      dialog.row = i;
    }
  }
  ImGui::EndChild();
}

constexpr float column = 6.5f;  // em: width of labels
constexpr size_t most_points = 60, most_goals = 6;

/// Draws the numbers of a field, clamped to its bounds. An emptied number is unset.
void typed_numbers(const Panel& panel, const std::string& label, const sim::Field& field,
                   double* values, size_t count, float kept = 0) {
  std::string help(field.explanation);
  if (!field.unit.empty()) help += base::format(" ({})", field.unit);
  const auto typed =
      number_fields(panel, label, std::vector<double>(values, values + count), help, column, kept);
  if (!typed) return;
  for (size_t i = 0; i < count; ++i)
    values[i] = std::isfinite((*typed)[i]) ? std::clamp((*typed)[i], field.min, field.max)
                                           : field.default_value;
}

/// A new point is half way from the last to the first.
void points_rows(const Panel& panel, const sim::Field& field, std::vector<double>& values) {
  constexpr float wide = 2;  // em
  const size_t count = values.size() / 3;
  if (count > most_points) {
    label_of_field(panel, base::capitalized(field.key), column);
    return note(panel.look,
                base::counted(static_cast<int>(count), "point") + ", as in the scene file");
  }
  for (size_t i = 0; i < count; ++i) {
    const IdScope scope(static_cast<int>(i));
    typed_numbers(panel, "Point " + std::to_string(i + 1), field, values.data() + 3 * i, 3,
                  wide + 0.4f);
    ImGui::SameLine(0, 0.4f * panel.em());
    const bool gone = button(panel.look, "–", {wide * panel.em(), 0});
    tooltip(panel.look, "Remove this point");
    if (!gone || count < 2) continue;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(3 * i);
    values.erase(at, at + 3);
    return;
  }
  label_of_field(panel, "", column);
  if (!button(panel.look, "Add a point") || count == 0) return;
  for (size_t i = 0; i < 3; ++i)
    values.push_back(base::round_to(0.5 * (values[i] + values[3 * (count - 1) + i]), 6));
}

void field_row(const Panel& panel, const sim::Field& field, std::vector<double>& values) {
  if (field.kind == sim::Field::Kind::Flag) {
    label_of_field(panel, base::capitalized(field.key), column);
    if (toggle_switch(panel.look, "on", values[0] != 0)) values[0] = values[0] != 0 ? 0 : 1;
    tooltip(panel.look, field.explanation);
  } else if (field.kind == sim::Field::Kind::Points) {
    points_rows(panel, field, values);
  } else {
    typed_numbers(panel, base::capitalized(field.key), field, values.data(), values.size());
  }
}

void motion_rows(const Panel& panel, const sim::Scene& scene, const GoalChoice& choice,
                 MotionChoice& motion, bool turn, size_t goal) {
  std::vector<const sim::MotionInfo*> motions = motions_for(scene, turn);
  if (std::ranges::find(motions, motion.motion) == motions.end()) motions.push_back(motion.motion);
  std::vector<std::string_view> names;
  size_t now = 0;
  for (const sim::MotionInfo* one : motions) {
    if (one == motion.motion) now = names.size();
    names.push_back(one->name);
  }
  const IdScope scope(turn ? "turn" : "place");
  if (const auto next =
          choice_field(panel, turn ? "Turning" : "Motion", names, static_cast<int>(now), column))
    motion = usual_motion(scene, choice, *motions[static_cast<size_t>(*next)], turn, goal);
  for (const sim::Field& field : motion.motion->fields) {
    const IdScope one(field.key);
    field_row(panel, field, motion.values[std::string(field.key)]);
  }
}

/// Draws the mask of a position or an orientation: what each axis counts.
void mask_row(const Panel& panel, const std::string& label, const std::string& of,
              Eigen::Vector3d& mask) {
  const std::string help = base::format("The mask: what {} count. 0: any will do", of);
  const sim::Field field{.key = "mask",
                         .default_value = 1,
                         .min = 0,
                         .max = ik::Skeleton::max_weight,
                         .explanation = help};
  typed_numbers(panel, label, field, mask.data(), 3);
}

/// Draws the fields of one goal. Returns whether it is to be removed.
bool goal_rows(const Panel& panel, const sim::Scene& scene, GoalChoice& choice, size_t number) {
  AskedGoal& asked = choice.asked[number];
  std::vector<size_t> free;
  std::vector<std::string_view> names;
  int now = 0;
  for (size_t goal = 0; goal < goal_names().size(); ++goal) {
    if (!may_be_asked(choice, goal, number)) continue;
    if (goal == asked.goal) now = static_cast<int>(free.size());
    free.push_back(goal);
    names.push_back(goal_names()[goal]);
  }
  const bool several = choice.asked.size() > 1;
  constexpr float wide = 5;  // em
  if (const auto goal =
          choice_field(panel, "Goal", names, now, column, several ? wide + 0.4f : 0)) {
    asked.goal = free[static_cast<size_t>(*goal)];
    if (asks_beside(asked.goal))
      asked.motion[0] = usual_motion(scene, choice, *asked.motion[0].motion, false, asked.goal);
  }
  bool gone = false;
  if (several) {
    ImGui::SameLine(0, 0.4f * panel.em());
    gone = button(panel.look, "Remove", {wide * panel.em(), 0});
  }
  const ik::GoalInfo* info = asked.goal < ik::goals().size() ? ik::goals()[asked.goal] : nullptr;
  note(panel.look, info ? std::string(info->explanation)
                        : "the effector has the target's position and orientation");
  if (info && !info->direction.empty()) {
    const sim::Field field{.key = "direction", .explanation = info->direction};
    typed_numbers(panel, "Direction", field, asked.direction.data(), 3);
  }
  if (asks_for(asked.goal, false)) {
    motion_rows(panel, scene, choice, asked.motion[0], false, asked.goal);
    if (!info || !info->axes.empty())
      mask_row(panel, "Mask", "x, y and z of the world", asked.mask[0]);
  }
  if (asks_for(asked.goal, true)) {
    motion_rows(panel, scene, choice, asked.motion[1], true, asked.goal);
    mask_row(panel, "Turn mask", "turning about x, y and z of the target's orientation",
             asked.mask[1]);
  }
  return gone;
}

void asked_of_effector(const Panel& panel, const sim::Scene& scene, GoalChoice& choice,
                       ImVec2 size) {
  ImGui::BeginChild("asked", size);
  ImGui::PushID(choice.name.c_str());  // typed text belongs to this effector
  text(panel.fonts.strong, choice.name);
  if (!choice.chosen) note(panel.look, "It has no effector. Tick it to give it one.");
  size_t gone = choice.asked.size();
  for (size_t i = 0; choice.chosen && i < choice.asked.size(); ++i) {
    const IdScope scope(static_cast<int>(i));
    if (i > 0) ImGui::Dummy({0, 0.6f * panel.em()});
    if (goal_rows(panel, scene, choice, i)) gone = i;
  }
  if (gone < choice.asked.size())
    choice.asked.erase(choice.asked.begin() + static_cast<std::ptrdiff_t>(gone));
  if (choice.chosen && choice.asked.size() < most_goals) {
    ImGui::Dummy({0, 0.6f * panel.em()});
    if (button(panel.look, "Add a goal")) ask_more(scene, choice);
    tooltip(panel.look, "Adds another goal for this effector, such as a viewing direction");
  }
  ImGui::PopID();
  ImGui::EndChild();
}

void use(const Panel& panel, TargetsDialog& dialog, const sim::Scene& scene, bool save) {
  try {
    panel.context.request(UseTargets{scene_with(scene, dialog.choices), save});
    panel.state.overlay = Overlay::None;
  } catch (const base::Error& error) {
    panel.state.toasts.add(error.what(), Toasts::Kind::Error);
  }
}

}  // namespace

void targets_dialog(const Panel& panel) {
  TargetsDialog& dialog = panel.state.targets;
  const float unit = panel.em();
  const sim::Scene& scene = panel.simulation().scene();
  if (dialog.scene != panel.simulation().scene_ptr())
    dialog = {.scene = panel.simulation().scene_ptr(), .choices = goal_choices(scene)};
  if (begin_overlay(panel, "Targets", {46 * unit, 34 * unit})) {
    note(panel.look, "Choose effectors and their goals.");
    ImGui::Dummy({0, 0.3f * unit});
    const float high = pressed_height(panel.look, 2.2f);
    const float below = ImGui::GetWindowHeight() - ImGui::GetStyle().WindowPadding.y - high;
    const float room = std::max(below - 0.6f * unit - ImGui::GetCursorPosY(), 4 * unit);
    const float wide = ImGui::GetContentRegionAvail().x;
    const float part = std::min(1.f, (wide - 1.2f * unit) / (27 * unit));  // of the buttons
    effector_points(panel, dialog, {std::min(15 * unit, 0.4f * wide), room});
    ImGui::SameLine(0, unit);
    asked_of_effector(panel, scene, dialog.choices[std::min(dialog.row, dialog.choices.size() - 1)],
                      {0, room});
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), below));
    if (button(panel.look, "Apply", {9 * unit * part, high}, TabStops::Kind::Default))
      use(panel, dialog, scene, false);
    ImGui::SameLine(0, 0.6f * unit);
    if (button(panel.look, "Save as scene…", {11 * unit * part, high}))
      use(panel, dialog, scene, true);
    tooltip(panel.look, "Writes a scene like this one with these effectors and targets");
    ImGui::SameLine(0, 0.6f * unit);
    if (button(panel.look, "Cancel", {7 * unit * part, high})) panel.state.overlay = Overlay::None;
  }
  end_overlay(panel);
}

}  // namespace ui
