#pragma once
#include "base/parameter.h"

namespace ik::common {

/// The parameters that all methods share, except those without effect (MethodInfo::without).
const base::Parameter& jacobian();
const base::Parameter& dmax_mode();
const base::Parameter& dmax();
const base::Parameter& max_angle_deg();
const base::Parameter& max_slide();
const base::Parameter& limits();
const base::Parameter& updates_per_step();
const base::Parameter& stop_error();
const base::Parameter& feed_forward();

}  // namespace ik::common
