#include <algorithm>

#include "ik/methods/common.h"
#include "ik/methods/method.h"
#include "ik/objectives/objective.h"
#include "ik/solve/solver.h"
#include "ui/highlight.h"
#include "ui/lesson_view.h"

namespace ui {
namespace {

struct Group {
  const char* title;
  const char* formula;  ///< for the tooltips of its rows
  bool open;
  std::vector<std::string_view> keys;
};

/// Parameters common to all methods, in groups; the rest are the method's own.
const std::vector<Group>& groups() {
  using namespace ik::common;
  static const std::vector<std::string_view> gains = [] {
    std::vector<std::string_view> keys;
    for (const ik::ObjectiveInfo* objective : ik::objectives()) keys.push_back(objective->gain.key);
    return keys;
  }();
  static const std::vector<Group> all{
      {"Error clamp",
       "eᵢ := eᵢ if |eᵢ| ≤ D_max, else D_max "
       "eᵢ/|eᵢ|",
       true,
       {dmax_mode().key, dmax().key}},
      {"Step clamp",
       "Δθ := Δθ · min(1, γ_max / maxⱼ "
       "|Δθⱼ|)",
       true,
       {max_angle_deg().key, max_slide().key}},
      {"Null space", "Δθ := Δθ + Pφ,   P = I − J⁺J", false, gains},
      {"Position and orientation",
       "eᵢ := w_rot eᵢ,  Jᵢ := w_rot Jᵢ, of each goal that is an angle",
       true,
       {angle_weight().key}},
      {"Joint limits", "l ≤ θ + Δθ ≤ u", true, {limits().key}},
      {"Updates",
       "θ := θ + Δθ, N times per step",
       false,
       {updates_per_step().key, stop_error().key, feed_forward().key}},
  };
  return all;
}

bool in_a_group(std::string_view key) {
  return std::any_of(groups().begin(), groups().end(), [&](const Group& group) {
    return std::find(group.keys.begin(), group.keys.end(), key) != group.keys.end();
  });
}

/// But for what would do nothing on this body: those that the lesson's task is done with or asks
/// for, while the step shows only what it needs; else all.
std::vector<const base::Parameter*> shown_parameters(const Panel& panel) {
  const auto& all = panel.simulation().run().settings().table();
  const bool fewer = needs_only_some(panel, {"parameters"}) && panel.context.course->step().task;
  std::vector<const base::Parameter*> shown, needed;
  for (const base::Parameter& one : all) {
    if (!ik::common::applies_to(one, panel.simulation().skeleton())) continue;
    shown.push_back(&one);
    if (fewer && concerns(*panel.context.course->step().task, one.key)) needed.push_back(&one);
  }
  return needed.empty() ? shown : needed;
}

void parameters_panel(const Panel& panel) {
  const sim::Run& run = panel.simulation().run();
  const ik::MethodInfo& method = run.solver().method();
  const std::vector<base::Parameter>& parameters = run.settings().table();
  const auto row = [&](const base::Parameter& parameter, std::string_view formula) {
    RowText text{.formula = formula};
    if (!run.settings().has_effect(parameter)) text.off = run.settings().off_text(parameter);
    panel.parameter(parameter, run.default_value(parameter.key), text);
  };

  const bool changed =
      std::any_of(parameters.begin(), parameters.end(), [&](const auto& parameter) {
        return run.settings()[parameter] != run.default_value(parameter.key);
      });
  bool reset = false;
  const bool open =
      section(panel.look, "Parameters", true, changed ? "reset all" : nullptr, &reset);
  if (changed)
    tooltip(panel.look, panel.with_key("Reset every parameter of this method to the scene's value",
                                       Action::ResetParameters));
  if (reset) panel.perform(Action::ResetParameters);
  const std::vector<const base::Parameter*> shown = shown_parameters(panel);
  for (const base::Parameter* parameter : shown)
    if (open && !in_a_group(parameter->key)) row(*parameter, method.formula);
  for (const Group& group : groups()) {
    const auto belongs = [&](const base::Parameter* one) {
      return std::ranges::find(group.keys, one->key) != group.keys.end();
    };
    if (!std::ranges::any_of(shown, belongs)) continue;
    if (!section(panel.look, group.title, group.open)) continue;
    for (const base::Parameter* parameter : shown)
      if (belongs(parameter)) row(*parameter, group.formula);
  }
}

}  // namespace

void declare_parameters_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "parameters", .title = "Parameters", .rank = 130, .draw = parameters_panel});
}

}  // namespace ui
