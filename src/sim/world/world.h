#pragma once
#include <vector>

#include "base/parameter.h"
#include "sim/scene.h"

namespace sim {

/// Parameters of the running scene rather than of a method.
namespace world {
const base::Parameter& target_speed();
const base::Parameter& target_amplitude();
// Parameters of a crowd:
const base::Parameter& bodies();  ///< with the first run's own
const base::Parameter& phase();
// Parameters of a comparison:
const base::Parameter& same_clamps();  ///< whether all runs have these instead of their own:
const base::Parameter& same_dmax();    ///< infinite: off
const base::Parameter& same_max_angle_deg();
const base::Parameter& same_max_slide();
// Tolerances for being on target:
const base::Parameter& hit_distance();   ///< scene units
const base::Parameter& hit_angle_deg();  ///< of goals whose error is an angle
const std::vector<base::Parameter>& table();
/// The same with the ranges and defaults of a body of this size.
const std::vector<base::Parameter>& table(const ik::Skeleton& skeleton);
}  // namespace world

/// The initial world settings of a scene.
base::Settings scene_world(const Scene& scene);

}  // namespace sim
