#pragma once
#include "base/parameter.h"
#include "ik/model/skeleton.h"

namespace ik::common {

/// The parameters that all methods share, except those without effect (MethodInfo::without).
const base::Parameter& jacobian();
const base::Parameter& dmax_mode();
const base::Parameter& dmax();
const base::Parameter& max_angle_deg();
const base::Parameter& max_slide();
const base::Parameter& slide_length();
const base::Parameter& limits();
const base::Parameter& speed_limits();
const base::Parameter& updates_per_step();
const base::Parameter& stop_error();
const base::Parameter& feed_forward();
const base::Parameter& angle_weight();

/// Returns whether one of them can do anything on a body: not if it is about slides or angles and
/// there are none. True for every other parameter.
bool applies_to(const base::Parameter& parameter, const Skeleton& skeleton);

}  // namespace ik::common
