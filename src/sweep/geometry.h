#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "base/parameter.h"
#include "sim/simulation.h"

namespace sweep {

/// What an axis can vary beside parameters: where a search starts and what it is asked for.
///   start.JOINT      a joint's coordinate in the start pose, degrees or scene units
///   target.NAME.x    a coordinate (x, y, z) of an effector's target; of an orientation one of its
///                    rotation vector, degrees
struct Geometry {
  int joint = -1, target = -1;  ///< one of them
  int axis = 0;                 ///< of the target: 0 to 2
  double unit = 1;              ///< rad or scene units, of 1 as it is shown
  const base::Parameter* parameter = nullptr;
};

/// Returns whether a key has this form, of whatever body.
bool is_geometry(std::string_view key);
/// Returns what a key means for a body, if it is one of these.
std::optional<Geometry> find_geometry(const ik::Skeleton& body, std::string_view key);

/// Returns the keys of all joints that can be set, then those of the targets.
std::vector<const base::Parameter*> geometry_parameters(const ik::Skeleton& body);

/// Returns the parameter or the geometry of this key. Throws base::Error naming the keys.
const base::Parameter& parameter_of(const sim::Simulation& simulation, std::string_view key);

/// The command that gives it this value, as shown, in the simulation's selected run.
sim::Command command_for(const sim::Simulation& simulation, std::string_view key, double value);
double value_of(const sim::Simulation& simulation, std::string_view key);

}  // namespace sweep
