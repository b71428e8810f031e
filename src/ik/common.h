#pragma once
#include "ik/parameter.h"

namespace ik::common {

/// The parameters that every method has, but for those that would do nothing
/// (MethodInfo::without).
const Parameter& jacobian();
const Parameter& dmax_mode();
const Parameter& dmax();
const Parameter& max_angle_deg();
const Parameter& max_slide();
const Parameter& limits();
const Parameter& updates_per_step();
const Parameter& stop_error();
const Parameter& feed_forward();

}  // namespace ik::common
