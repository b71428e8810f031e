#pragma once
#include <vector>

#include "ik/parameter.h"
#include "sim/scene.h"

namespace sim {

/// Parameters of the scene at work rather than of a method.
namespace world {
const ik::Parameter& target_speed();
const ik::Parameter& target_amplitude();
// Of a crowd:
const ik::Parameter& bodies();  ///< with the first run's own
const ik::Parameter& phase();
const std::vector<ik::Parameter>& table();
}  // namespace world

/// The world's settings that a scene opens with.
ik::Settings scene_world(const Scene& scene);

}  // namespace sim
