#include <algorithm>

#include "base/length_unit.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/objectives/objective.h"
#include "ik/solve/solver.h"
#include "ui/kit/highlight.h"
#include "ui/lesson_view.h"

namespace ui {
namespace {

struct Group {
  const char* title;
  const char* formula;  ///< shown in the tooltips of its rows
  bool open;
  std::vector<std::string_view> keys;
};

/// Returns the groups of parameters common to all methods; all others belong to the method.
const std::vector<Group>& groups() {
  using namespace ik::common;
  static const std::vector<std::string_view> gains = [] {
    std::vector<std::string_view> keys;
    for (const ik::ObjectiveInfo* objective : ik::objectives()) keys.push_back(objective->gain.key);
    return keys;
  }();
  static const std::vector<Group> all{
      {"Error clamp",
       "eᵢ := eᵢ if |eᵢ| ≤ D_max, else D_max eᵢ/|eᵢ|",
       true,
       {dmax_mode().key, dmax().key}},
      {"Step clamp",
       "Δθ := Δθ · min(1, γ_max / maxⱼ |Δθⱼ|)",
       true,
       {max_angle_deg().key, max_slide().key}},
      {"Null space", "Δθ := Δθ + Pφ,   P = I − J⁺J", false, gains},
      {"Position and orientation",
       "eᵢ := w_rot eᵢ,  Jᵢ := w_rot Jᵢ, of each goal that is an angle",
       true,
       {angle_weight().key}},
      {"Turns and slides",
       "Jⱼ := l_slide Jⱼ,  Δθⱼ := l_slide Δθⱼ, of each prismatic joint",
       false,
       {slide_length().key}},
      {"Joint limits", "l ≤ θ + Δθ ≤ u", true, {limits().key, speed_limits().key}},
      {"Updates",
       "θ := θ + Δθ, N times per step",
       false,
       {updates_per_step().key, stop_error().key, feed_forward().key}},
  };
  return all;
}

/// Returns the parameter's group, or null for one of the method's own.
const Group* group_of(const base::Parameter& parameter) {
  const auto found = std::ranges::find_if(groups(), [&](const Group& group) {
    return std::ranges::find(group.keys, parameter.key) != group.keys.end();
  });
  return found == groups().end() ? nullptr : &*found;
}

/// The parameters in two parts, with the formula between them: those that a method is tuned with,
/// and all others.
struct Shown {
  std::vector<const base::Parameter*> first, further;
};

/// Returns the parameters that have an effect on this body and with the other settings. A lesson's
/// step that shows only what it needs keeps those that its task uses.
Shown shown_parameters(const Panel& panel) {
  const base::Settings& settings = panel.run().settings();
  const bool fewer = needs_only_some(panel, {"parameters"}) && panel.context.course->step().task;
  Shown shown, needed;
  for (const base::Parameter& one : settings.table()) {
    if (!ik::common::applies_to(one, panel.skeleton())) continue;
    if (fewer && concerns(*panel.context.course->step().task, one.key))
      needed.first.push_back(&one);
    if (one.primary)
      shown.first.push_back(&one);
    else if (settings.has_effect(one))
      shown.further.push_back(&one);
  }
  return needed.first.empty() ? shown : needed;
}

/// Returns the weight of the first angle, such as ";  w_rot = 0.18 m/rad in this scene".
std::string scene_weight(const sim::Simulation& simulation) {
  const ik::Skeleton& body = simulation.skeleton();
  for (int i = 0; i < body.effectors(); ++i)
    if (body.has_angle_error(i))
      return base::format(";  w_rot = {} {} in this scene",
                          base::significant(body.effector(i).goal.weight, 3),
                          base::with_name("unit/rad", body.unit()));
  return {};
}

void row(const Panel& panel, const base::Parameter& parameter) {
  const Group* group = group_of(parameter);
  std::string formula(group ? group->formula : panel.run().solver().method().formula);
  if (parameter.key == ik::common::angle_weight().key) formula += scene_weight(panel.simulation());
  panel.parameter(parameter, panel.run().default_value(parameter.key), formula);
}

void parameters_panel(const Panel& panel) {
  const sim::Run& run = panel.run();
  const std::vector<base::Parameter>& parameters = run.settings().table();
  const bool changed = std::ranges::any_of(parameters, [&](const auto& parameter) {
    return run.own_settings()[parameter] != run.default_value(parameter.key);
  });
  bool reset = false;
  const bool open =
      section(panel.look, "Parameters", true, changed ? "reset all" : nullptr, &reset);
  if (changed)
    tooltip(panel.look, panel.with_key("Reset every parameter of this method to the scene's value",
                                       Action::ResetParameters));
  if (reset) panel.perform(Action::ResetParameters);
  if (!open) return;
  for (const base::Parameter* parameter : shown_parameters(panel).first) row(panel, *parameter);
}

void further_parameters_panel(const Panel& panel) {
  const std::vector<const base::Parameter*> shown = shown_parameters(panel).further;
  const auto rows_of = [&](const Group* group, const char* title, bool open) {
    const auto belongs = [&](const base::Parameter* one) { return group_of(*one) == group; };
    if (std::ranges::none_of(shown, belongs) || !section(panel.look, title, open)) return;
    for (const base::Parameter* parameter : shown)
      if (belongs(parameter)) row(panel, *parameter);
  };
  rows_of(nullptr, "More parameters", true);
  for (const Group& group : groups()) rows_of(&group, group.title, group.open);
}

}  // namespace

void declare_parameters_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "parameters", .title = "Parameters", .rank = 130, .draw = parameters_panel});
  panels.add({.name = "further parameters",
              .part_of = "parameters",
              .title = "More parameters",
              .rank = 134,
              .draw = further_parameters_panel});
}

}  // namespace ui
