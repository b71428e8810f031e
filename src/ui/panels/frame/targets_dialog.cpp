#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "ui/format.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

void label(const Panel& panel, std::string_view said, float column) {
  ImGui::AlignTextToFramePadding();
  text(shortened(panel.look.fonts.body, std::string(said), (column - 0.5f) * panel.em()));
  ImGui::SameLine(column * panel.em());
}

/// A box to tick, with the name behind it. Returns whether it was clicked.
bool tick_row(const Panel& panel, const GoalChoice& choice, bool selected, float width) {
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em(), height = std::round(1.7f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton("row", {std::max(width, 1.f), height});
  stop(panel.look);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (selected || ImGui::IsItemHovered())
    list.AddRectFilled(at, {at.x + width, at.y + height}, color(selected ? p.hovered : p.raised),
                       ImGui::GetStyle().FrameRounding);
  const float side = std::round(1.05f * unit), top = at.y + std::round(0.5f * (height - side));
  const ImVec2 box{at.x + std::round(0.4f * unit), top};
  if (choice.chosen)
    list.AddRectFilled(box, {box.x + side, box.y + side}, color(p.accent), 0.2f * unit);
  list.AddRect(box, {box.x + side, box.y + side}, color(choice.chosen ? p.accent : p.text_dim),
               0.2f * unit);
  if (choice.chosen) {
    const ImVec2 way[] = {{box.x + 0.22f * side, box.y + 0.52f * side},
                          {box.x + 0.42f * side, box.y + 0.72f * side},
                          {box.x + 0.79f * side, box.y + 0.28f * side}};
    list.AddPolyline(way, 3, color(p.accent_text), 0, std::max(1.5f, 0.13f * unit));
  }
  const float x = box.x + side + 0.6f * unit, font = panel.look.fonts.body->FontSize;
  list.AddText({x, at.y + std::round(0.5f * (height - font))},
               color(choice.chosen ? p.text : p.text_dim),
               shortened(panel.look.fonts.body, choice.name, at.x + width - x).c_str());
  return clicked;
}

/// The places of the body. A click selects a row; one on a selected row, or on one that has no
/// effector yet, also ticks it.
void places(const Panel& panel, TargetsDialog& dialog, ImVec2 size) {
  ImGui::BeginChild("places", size);
  for (size_t i = 0; i < dialog.choices.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    GoalChoice& choice = dialog.choices[i];
    if (tick_row(panel, choice, i == dialog.row, ImGui::GetContentRegionAvail().x)) {
      if (i == dialog.row || !choice.chosen) choice.chosen = !choice.chosen;
      dialog.row = i;
    }
    ImGui::PopID();
  }
  ImGui::EndChild();
}

/// The numbers of one field of a motion.
void field_row(const Panel& panel, const sim::Field& field, std::vector<double>& values,
               float column) {
  label(panel, field.key, column);
  const float room = ImGui::GetContentRegionAvail().x, gap = 0.3f * panel.em();
  if (field.kind == sim::Field::Kind::Flag) {
    if (toggle_switch(panel.look, "on", values[0] != 0)) values[0] = values[0] != 0 ? 0 : 1;
  } else if (field.kind == sim::Field::Kind::Points) {
    ImGui::AlignTextToFramePadding();
    note(panel.look,
         base::counted(static_cast<int>(values.size() / 3), "point") + ", as in the scene file");
    return;
  } else {
    const auto count = static_cast<float>(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (i > 0) ImGui::SameLine(0, gap);
      ImGui::SetNextItemWidth(std::floor((room - gap * (count - 1)) / count));
      double number = values[i];
      dialog_field(panel, [&] {
        return ImGui::InputDouble("##number", &number, 0, 0, "%.6g",
                                  ImGuiInputTextFlags_AutoSelectAll);
      });
      if (std::isfinite(number)) values[i] = std::clamp(number, field.min, field.max);
      ImGui::PopID();
    }
  }
  tooltip(panel.look, std::string(field.explanation) +
                          (field.unit.empty() ? "" : " (" + std::string(field.unit) + ")"));
}

void motion_rows(const Panel& panel, const sim::Scene& scene, const GoalChoice& choice,
                 MotionChoice& motion, bool turn, float column) {
  std::vector<const sim::MotionInfo*> motions = motions_for(scene, turn);
  if (std::ranges::find(motions, motion.motion) == motions.end()) motions.push_back(motion.motion);
  std::vector<std::string_view> names;
  size_t now = 0;
  for (const sim::MotionInfo* one : motions) {
    if (one == motion.motion) now = names.size();
    names.push_back(one->name);
  }
  ImGui::PushID(turn ? "turn" : "place");
  label(panel, turn ? "Turning" : "Motion", column);
  if (const int next = choose(panel.look, "motion", names, static_cast<int>(now),
                              ImGui::GetContentRegionAvail().x);
      next >= 0)
    motion = usual_motion(scene, choice, *motions[static_cast<size_t>(next)], turn);
  for (const sim::Field& field : motion.motion->fields) {
    ImGui::PushID(field.key.data(), field.key.data() + field.key.size());
    field_row(panel, field, motion.values[std::string(field.key)], column);
    ImGui::PopID();
  }
  ImGui::PopID();
}

/// What is asked of one effector.
void asked(const Panel& panel, const sim::Scene& scene, GoalChoice& choice, ImVec2 size) {
  constexpr float column = 6.5f;
  ImGui::BeginChild("asked", size);
  {
    const TextStyle style(panel.look.fonts.strong);
    text(choice.name);
  }
  if (!choice.chosen) {
    note(panel.look, "It has no effector. Tick it to give it one.");
    return ImGui::EndChild();
  }
  label(panel, "Goal", column);
  if (const int goal = choose(panel.look, "goal", goal_names(), static_cast<int>(choice.goal),
                              ImGui::GetContentRegionAvail().x);
      goal >= 0)
    choice.goal = static_cast<size_t>(goal);
  const ik::GoalInfo* info = choice.goal < ik::goals().size() ? ik::goals()[choice.goal] : nullptr;
  note(panel.look,
       info ? std::string(info->explanation) : "the effector is at the target, turned as it is");
  if (info && !info->direction.empty()) {
    std::vector<double> numbers(choice.direction.data(), choice.direction.data() + 3);
    const sim::Field field{.key = "direction", .explanation = info->direction};
    field_row(panel, field, numbers, column);
    choice.direction = Eigen::Vector3d(numbers[0], numbers[1], numbers[2]);
  }
  if (asks_for_place(choice.goal)) motion_rows(panel, scene, choice, choice.place, false, column);
  if (asks_for_turn(choice.goal)) motion_rows(panel, scene, choice, choice.turn, true, column);
  ImGui::EndChild();
}

/// Says what is wrong, or asks for the scene.
void use(const Panel& panel, TargetsDialog& dialog, const sim::Scene& scene, bool save) {
  try {
    panel.context.request(UseTargets{scene_with(scene, dialog.choices), save});
    dialog.open = false;
  } catch (const base::Error& error) {
    panel.state.toasts.add(error.what(), Toasts::Kind::Error);
  }
}

}  // namespace

void targets_dialog(const Panel& panel) {
  TargetsDialog& dialog = panel.state.targets;
  if (!dialog.open) return;
  const float unit = panel.em();
  const sim::Scene& scene = panel.simulation().scene();
  if (dialog.scene != &scene) {
    dialog = {.open = true, .scene = &scene, .choices = goal_choices(scene)};
  }
  if (begin_overlay(panel, "Targets", &dialog.open, {46 * unit, 34 * unit})) {
    note(panel.look, "Which links have effectors, and what is asked of them.");
    ImGui::Dummy({0, 0.3f * unit});
    const float high = std::round(2.2f * unit);
    const float below = ImGui::GetWindowHeight() - ImGui::GetStyle().WindowPadding.y - high;
    const float room = std::max(below - 0.6f * unit - ImGui::GetCursorPosY(), 4 * unit);
    places(panel, dialog, {15 * unit, room});
    ImGui::SameLine(0, unit);
    asked(panel, scene, dialog.choices[std::min(dialog.row, dialog.choices.size() - 1)], {0, room});
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), below));
    const view::Palette& p = *panel.look.palette;
    ImGui::PushStyleColor(ImGuiCol_Button, color4(p.accent));
    ImGui::PushStyleColor(ImGuiCol_Text, color4(p.accent_text));
    if (dialog_button(panel, "Use them", {9 * unit, high}, TabStops::Kind::Default))
      use(panel, dialog, scene, false);
    ImGui::PopStyleColor(2);
    ImGui::SameLine(0, 0.6f * unit);
    if (dialog_button(panel, "Save as scene…", {11 * unit, high})) use(panel, dialog, scene, true);
    tooltip(panel.look, "Writes a scene like this one with these effectors and targets");
  }
  end_overlay(panel);
}

}  // namespace ui
