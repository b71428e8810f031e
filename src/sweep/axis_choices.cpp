#include "sweep/axis_choices.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "sweep/geometry.h"

namespace sweep {
namespace {

bool would_act(const base::Settings& settings, const base::Parameter& parameter) {
  if (settings.has_effect(parameter)) return true;
  base::Settings switched = settings;
  switched.set_text(parameter.needs.key, parameter.needs.choices.front());
  return switched.has_effect(parameter);
}

}  // namespace

std::vector<const base::Parameter*> axis_parameters(const sim::Simulation& simulation) {
  const base::Settings& settings = simulation.run().settings();
  std::vector<const base::Parameter*> all;
  for (const base::Parameter& parameter : settings.table())
    if (would_act(settings, parameter) && ik::common::applies_to(parameter, simulation.skeleton()))
      all.push_back(&parameter);
  for (const base::Parameter& parameter : simulation.world().table())
    if (can_be_axis(parameter)) all.push_back(&parameter);
  std::ranges::copy(geometry_parameters(simulation.skeleton()), std::back_inserter(all));
  return all;
}

std::array<const base::Parameter*, 2> usual_axes(const sim::Simulation& simulation) {
  const std::vector<const base::Parameter*> all = axis_parameters(simulation);
  std::vector<const base::Parameter*> usual;
  const auto add = [&](const auto& is_meant) {
    for (const base::Parameter* parameter : all)
      if (is_meant(*parameter) && std::ranges::find(usual, parameter) == usual.end())
        usual.push_back(parameter);
  };
  const auto named = [](std::string_view key) {
    return [key](const base::Parameter& parameter) { return parameter.key == key; };
  };
  const auto has_effect = [&](const base::Parameter& parameter) {
    return simulation.run().settings().has_effect(parameter);
  };
  const auto& own = simulation.run().solver().method().own;
  const bool damped = std::ranges::any_of(own, named("lambda"));
  if (damped) {
    add([&](const base::Parameter& parameter) {  // λ, or what it is computed from
      return (parameter.key == "lambda" || parameter.key == "error_factor") &&
             has_effect(parameter);
    });
    add(named(ik::common::dmax().key));
  }
  constexpr double rounding = 1e-6;  // what is so small is a tolerance that hardly ever matters
  add([&](const base::Parameter& parameter) {
    return parameter.choices.empty() && std::abs(parameter.default_value) > rounding &&
           std::ranges::any_of(own, named(parameter.key)) && has_effect(parameter);
  });
  for (const std::string_view key :
       {ik::common::dmax().key, ik::common::max_angle_deg().key, sim::world::target_speed().key,
        sim::world::target_amplitude().key})
    add(named(key));
  return {usual[0], usual[1]};
}

std::array<const base::Parameter*, 2> start_axes(const ik::Skeleton& body) {
  const std::vector<const base::Parameter*> all = geometry_parameters(body);
  return {all[0], all[1]};
}

bool has_parameter(const ik::MethodInfo& method, std::string_view key) {
  const auto is_it = [&](const base::Parameter& parameter) { return parameter.key == key; };
  return std::ranges::any_of(method.parameters(), is_it) ||
         std::ranges::any_of(sim::world::table(), is_it);
}

bool can_show(const ik::MethodInfo& method, const ik::Skeleton& skeleton,
              const std::vector<std::string>& axes) {
  return method.suits(skeleton) && std::ranges::all_of(axes, [&](const auto& key) {
           return find_geometry(skeleton, key) || has_parameter(method, key);
         });
}

}  // namespace sweep
