// Makes changes to try: of parameters, gains and methods.

#include <algorithm>

#include "base/digits.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/objectives/objective.h"
#include "sim/why/finding.h"

namespace sim::why {

bool has_effect(const Run& run, std::string_view key) {
  const base::Parameter* parameter = run.settings().find(key);
  return parameter && run.settings().has_effect(*parameter) &&
         ik::common::applies_to(*parameter, run.solver().skeleton());
}

Change parameter_change(const Simulation& simulation, std::string_view key, double value) {
  const base::Parameter& parameter = simulation.parameter(key);
  const double before = simulation.value(key);
  const bool letter = parameter.symbol.size() == 1;  // N, c: known from their rows alone
  const std::string name = letter ? base::title_of(parameter) : base::name_of(parameter);
  return {.text = base::format("{} {} → {}", name, base::number_text(parameter, before),
                               base::number_text(parameter, value)),
          .commands = {SetParameter{std::string(key), value}}};
}

std::vector<std::string_view> active_gains(const Run& run) {
  std::vector<std::string_view> keys;
  for (const ik::ObjectiveInfo* objective : ik::objectives())
    if (run.settings().has(objective->gain.key) && run.settings()[objective->gain] > 0)
      keys.push_back(objective->gain.key);
  return keys;
}

Change without_objectives(const Run& run) {
  SetSeveral off;
  for (const std::string_view key : active_gains(run)) off.add(key, 0);
  return {.text = "all null-space objectives off", .commands = {off}};
}

Change method_change(const Run& run, std::string_view method, double lambda) {
  using namespace ik::common;
  const auto& table = ik::find_method(method).parameters(run.solver().skeleton());
  const auto has = [&](std::string_view key) {
    return std::ranges::find(table, key, &base::Parameter::key) != table.end();
  };
  SetSeveral same;
  for (const base::Parameter* clamp :
       {&dmax_mode(), &dmax(), &max_angle_deg(), &max_slide(), &limits(), &speed_limits(),
        &slide_length(), &angle_weight()})
    if (has(clamp->key) && run.settings().has(clamp->key))
      same.add(clamp->key, run.settings()[*clamp]);
  Change change{.text = "method " + std::string(ik::find_method(method).label())};
  if (lambda > 0) {
    same.add("lambda", lambda);
    change.text += " with λ " + base::short_number(lambda, 2);
  }
  change.commands = {ChooseMethod{std::string(method)}, same};
  return change;
}

const std::string& effector_name(const ik::Skeleton& skeleton, int goal) {
  const ik::Effector& it = skeleton.effector(goal);
  return it.of.empty() ? it.name : it.of;
}

std::string name_of(const ik::Skeleton& skeleton, int goal) {
  const std::string& name = effector_name(skeleton, goal);
  return base::number(name) ? "effector " + name : name;
}

std::vector<int> goals_of(const ik::Skeleton& skeleton, int i) {
  std::vector<int> goals;
  for (int other = 0; other < skeleton.effectors(); ++other)
    if (effector_name(skeleton, other) == effector_name(skeleton, i)) goals.push_back(other);
  return goals;
}

}  // namespace sim::why
