#include "sweep/geometry.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <string>
#include <tuple>

#include "base/error.h"
#include "base/length_unit.h"
#include "base/text.h"

namespace sweep {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr std::string_view start = "start.", target = "target.";

/// A declaration with texts of its own. The same key with the same range is the same parameter.
const base::Parameter* declared(const std::string& key, std::string_view symbol,
                                std::string_view title, std::string_view unit, double min,
                                double max, std::string_view meaning) {
  static std::mutex mutex;
  static std::map<std::tuple<std::string, std::string_view, double, double>, base::Parameter> all;
  const std::scoped_lock lock(mutex);
  base::Parameter& parameter = all[{key, unit, min, max}];
  if (parameter.key.empty())
    parameter = {.key = base::interned(key),
                 .symbol = base::interned(symbol),
                 .title = base::interned(title),
                 .unit = unit,
                 .min = min,
                 .max = max,
                 .default_value = std::clamp(0., min, max),
                 .explanation = base::interned(meaning)};
  return &parameter;
}

Geometry of_joint(const ik::Skeleton& body, int j) {
  const ik::Joint& joint = body.joint(j);
  const bool turns = body.revolute(j);
  Geometry found{.joint = j, .unit = turns ? degree : 1};
  const double free = turns ? 180 : body.length();
  const double low = body.lower(j) / found.unit, high = body.upper(j) / found.unit;
  found.parameter = declared(std::string(start) + joint.name, joint.name, "start of " + joint.name,
                             turns ? "°" : base::with_name("unit", body.unit()),
                             std::isfinite(low) ? low : -free, std::isfinite(high) ? high : free,
                             base::format("Where joint {} starts.", base::in_quotes(joint.name)));
  return found;
}

Geometry of_target(const ik::Skeleton& body, int i, int axis) {
  constexpr base::FormatText<2> coordinate = "Coordinate {} of the target of {}.";
  constexpr base::FormatText<2> rotation =
      "Rotation about {}, a component of the rotation vector, of the target of {}.";
  const std::string& name = body.effector(i).name;
  const bool turns = body.effector(i).goal.info->shape == ik::GoalShape::Orientation;
  Geometry found{.target = i, .axis = axis, .unit = turns ? degree : 1};
  const Eigen::Vector3d& root = body.joint(0).position;
  constexpr double beyond = 1.25;  // of the reach
  const double middle = turns ? 0 : root[axis], reach = turns ? 180 : beyond * body.length();
  const char letter = "xyz"[axis];
  found.parameter =
      declared(base::format("{}{}.{}", target, name, letter), base::format("{} {}", name, letter),
               base::format("target of {} {}", name, letter),
               turns ? "°" : base::with_name("unit", body.unit()), middle - reach, middle + reach,
               base::format(turns ? rotation : coordinate, letter, base::in_quotes(name)));
  return found;
}

}  // namespace

bool is_geometry(std::string_view key) { return key.starts_with(start) || key.starts_with(target); }

std::optional<Geometry> find_geometry(const ik::Skeleton& body, std::string_view key) {
  if (key.starts_with(start)) {
    key.remove_prefix(start.size());
    for (int j = 0; j < body.joints(); ++j)
      if (body.joint(j).name == key && !body.follows(j)) return of_joint(body, j);
  } else if (key.starts_with(target) && key.size() > target.size() + 2 &&
             key[key.size() - 2] == '.') {
    const size_t axis = std::string_view("xyz").find(key.back());
    key = key.substr(target.size(), key.size() - target.size() - 2);
    for (int i = 0; i < body.effectors() && axis != key.npos; ++i)
      if (body.effector(i).name == key) return of_target(body, i, static_cast<int>(axis));
  }
  return {};
}

std::vector<const base::Parameter*> geometry_parameters(const ik::Skeleton& body) {
  constexpr int most_joints = 100;  // a list of more cannot be chosen from
  std::vector<const base::Parameter*> all;
  for (int j = 0; j < body.joints() && body.joints() <= most_joints; ++j)
    if (!body.follows(j)) all.push_back(of_joint(body, j).parameter);
  for (int i = 0; i < body.effectors(); ++i)
    for (int axis = 0; axis < 3; ++axis) all.push_back(of_target(body, i, axis).parameter);
  return all;
}

const base::Parameter& parameter_of(const sim::Simulation& simulation, std::string_view key) {
  const ik::Skeleton& body = simulation.skeleton();
  if (const auto geometry = find_geometry(body, key)) return *geometry->parameter;
  if (!is_geometry(key)) return simulation.parameter(key);
  std::vector<std::string> keys;
  for (const base::Parameter* one : geometry_parameters(body))
    if (one->key.starts_with(start) == key.starts_with(start)) keys.emplace_back(one->key);
  throw base::Error("the body has nothing called {}; there are {}", base::in_quotes(key),
                    base::joined(keys));
}

sim::Command command_for(const sim::Simulation& simulation, std::string_view key, double value) {
  const auto geometry = find_geometry(simulation.skeleton(), key);
  if (!geometry) return sim::SetParameter{std::string(key), value};
  if (geometry->joint >= 0) return sim::SetJoint{geometry->joint, value * geometry->unit};
  Eigen::Vector3d position = simulation.target_state().position.col(geometry->target);
  position[geometry->axis] = value * geometry->unit;
  return sim::HoldTarget{geometry->target, position};
}

double value_of(const sim::Simulation& simulation, std::string_view key) {
  const auto geometry = find_geometry(simulation.skeleton(), key);
  if (!geometry) return simulation.value(key);
  const double value = geometry->joint >= 0
                           ? simulation.run().solver().pose().theta[geometry->joint]
                           : simulation.target_state().position(geometry->axis, geometry->target);
  return value / geometry->unit;
}

}  // namespace sweep
