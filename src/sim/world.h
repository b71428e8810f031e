#pragma once
#include <vector>

#include "base/parameter.h"
#include "sim/scene.h"

namespace sim {

/// Parameters of the running scene rather than of a method.
namespace world {
const base::Parameter& target_speed();
const base::Parameter& target_amplitude();
// Of a crowd:
const base::Parameter& bodies();  ///< with the first run's own
const base::Parameter& phase();
const base::Parameter& same_clamps();  ///< see clamp_keys()
const std::vector<base::Parameter>& table();
}  // namespace world

/// The initial world settings of a scene.
base::Settings scene_world(const Scene& scene);

}  // namespace sim
