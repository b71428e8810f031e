#include "map/offer.h"

#include <algorithm>
#include <cmath>

#include "ik/common.h"
#include "ik/method.h"

namespace map {
namespace {

bool would_act(const ik::Settings& settings, const ik::Parameter& parameter) {
  if (settings.acts(parameter)) return true;
  ik::Settings switched = settings;
  switched.set_text(parameter.needs.key, parameter.needs.choices.front());
  return switched.acts(parameter);
}

}  // namespace

std::vector<const ik::Parameter*> axis_parameters(const sim::Simulation& simulation) {
  const ik::Settings& settings = simulation.run().settings();
  const bool sliding = simulation.skeleton().slides();
  std::vector<const ik::Parameter*> all;
  for (const ik::Parameter& parameter : settings.table())
    if (would_act(settings, parameter) && (sliding || parameter.key != ik::common::max_slide().key))
      all.push_back(&parameter);
  for (const ik::Parameter& parameter : sim::world::table())
    if (can_be_axis(parameter)) all.push_back(&parameter);
  return all;
}

std::array<const ik::Parameter*, 2> usual_axes(const sim::Simulation& simulation) {
  const std::vector<const ik::Parameter*> all = axis_parameters(simulation);
  std::vector<const ik::Parameter*> usual;
  const auto add = [&](const auto& is_meant) {
    for (const ik::Parameter* parameter : all)
      if (is_meant(*parameter) && std::ranges::find(usual, parameter) == usual.end())
        usual.push_back(parameter);
  };
  const auto named = [](std::string_view key) {
    return [key](const ik::Parameter& parameter) { return parameter.key == key; };
  };
  const auto& own = simulation.run().solver().method().own;
  const bool damped = std::ranges::any_of(own, named("lambda"));
  if (damped) {
    add(named("lambda"));
    add(named(ik::common::dmax().key));
  }
  constexpr double rounding = 1e-6;  // what is so small is a tolerance that hardly ever matters
  add([&](const ik::Parameter& parameter) {
    return parameter.choices.empty() && std::abs(parameter.standard) > rounding &&
           std::ranges::any_of(own, named(parameter.key));
  });
  for (const std::string_view key :
       {ik::common::dmax().key, ik::common::max_angle_deg().key, sim::world::target_speed().key,
        sim::world::target_amplitude().key})
    add(named(key));
  return {usual[0], usual[1]};
}

bool has_parameter(const ik::MethodInfo& method, std::string_view key) {
  const auto is_it = [&](const ik::Parameter& parameter) { return parameter.key == key; };
  return std::ranges::any_of(method.parameters(), is_it) ||
         std::ranges::any_of(sim::world::table(), is_it);
}

bool can_show(const ik::MethodInfo& method, const ik::Skeleton& skeleton,
              const std::vector<std::string>& axes) {
  return (!method.unable || method.unable(skeleton).empty()) &&
         std::ranges::all_of(axes, [&](const auto& key) { return has_parameter(method, key); });
}

}  // namespace map
