#pragma once
#include "base/parameter.h"
#include "ik/model/skeleton.h"

namespace ik::common {

/// The parameters that all methods share, except those without effect (MethodInfo::without).
const base::Parameter& named(std::string_view key);
inline const base::Parameter& jacobian() { return named("jacobian"); }
inline const base::Parameter& dmax_mode() { return named("dmax_mode"); }
inline const base::Parameter& dmax() { return named("dmax"); }
inline const base::Parameter& max_angle_deg() { return named("max_angle_deg"); }
inline const base::Parameter& max_slide() { return named("max_slide"); }
inline const base::Parameter& slide_length() { return named("slide_length"); }
inline const base::Parameter& limits() { return named("limits"); }
inline const base::Parameter& speed_limits() { return named("speed_limits"); }
inline const base::Parameter& updates_per_step() { return named("updates_per_step"); }
inline const base::Parameter& stop_error() { return named("stop_error"); }
inline const base::Parameter& feed_forward() { return named("feed_forward"); }
inline const base::Parameter& angle_weight() { return named("angle_weight"); }

/// Returns whether one of them can do anything on a body: not if it is about slides or angles and
/// there are none. True for every other parameter.
bool applies_to(const base::Parameter& parameter, const Skeleton& skeleton);

}  // namespace ik::common
