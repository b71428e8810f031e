#pragma once
#include <Eigen/Core>

#include "ik/skeleton.h"

namespace ik {

/// ClampMag(w, d)  (B §2): w if |w| <= d, else d w/|w|. Returns whether it shortened w.
bool clamp_mag(Eigen::Ref<Eigen::Vector3d> w, double d);

/// The largest step allowed: an angle for revolute joints, a length for prismatic ones.
struct StepCap {
  double angle;   ///< rad
  double length;  ///< scene units
};

/// max_j |dtheta_j| / cap_j; above 1 the step is too large.
double step_ratio(const Skeleton& skeleton, const Eigen::VectorXd& dtheta, const StepCap& cap);

/// ClampMaxAbs  (METHODS §2): scales the whole vector so that step_ratio is at most `ratio`.
/// Returns whether it did.
bool clamp_max_abs(const Skeleton& skeleton, Eigen::VectorXd& dtheta, const StepCap& cap,
                   double ratio = 1);

}  // namespace ik
