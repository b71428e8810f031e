#pragma once
#include <vector>

#include "base/parameter.h"
#include "sim/scene.h"

namespace sim {

/// Parameters of the running scene rather than of a method.
namespace world {
const base::Parameter& named(std::string_view key);  ///< one of table()
inline const base::Parameter& target_speed() {
  static const base::Parameter& found = named("target_speed");  // every step asks for it
  return found;
}
inline const base::Parameter& target_amplitude() {
  static const base::Parameter& found = named("target_amplitude");
  return found;
}
// Parameters of a crowd:
inline const base::Parameter& bodies() { return named("bodies"); }  ///< with the run's own
inline const base::Parameter& phase() { return named("body_phase"); }
// Parameters of a comparison. same_clamps: whether all runs use the others instead of their own.
inline const base::Parameter& same_clamps() { return named("same_clamps"); }
inline const base::Parameter& same_dmax() { return named("same_dmax"); }  ///< infinite: off
inline const base::Parameter& same_max_angle_deg() { return named("same_max_angle_deg"); }
inline const base::Parameter& same_max_slide() { return named("same_max_slide"); }
// Tolerances for being on target:
inline const base::Parameter& hit_distance() { return named("hit_distance"); }  ///< scene units
/// Of goals whose error is an angle.
inline const base::Parameter& hit_angle_deg() { return named("hit_angle_deg"); }
const std::vector<base::Parameter>& table();
/// Returns the table with ranges and defaults scaled to the body's size.
const std::vector<base::Parameter>& table(const ik::Skeleton& skeleton);
}  // namespace world

base::Settings scene_world(const Scene& scene);

}  // namespace sim
