#pragma once
#include <Eigen/Core>

#include "ik/model/skeleton.h"

namespace ik {

/// ClampMag(w, d)  (B §2): w if |w| <= d, else d w/|w|. Returns whether it shortened w.
bool clamp_mag(Eigen::Ref<Eigen::VectorXd> w, double d);

/// The largest step allowed in one update.
struct StepCap {
  double angle;   ///< rad, of a revolute joint
  double length;  ///< scene units, of a prismatic one
};

/// 1 / cap_j for every joint, n: the weights of a step in the two functions below.
void inverse_caps(const Skeleton& skeleton, const StepCap& cap, Eigen::VectorXd& inverse_cap);

/// max_j |dtheta_j| / cap_j; above 1 the step is too large.
double step_ratio(const Eigen::VectorXd& dtheta, const Eigen::VectorXd& inverse_cap);

/// ClampMaxAbs  (mathematics.md §2): scales the whole vector so that step_ratio is at most `ratio`.
/// Returns the step_ratio before.
double clamp_max_abs(Eigen::VectorXd& dtheta, const Eigen::VectorXd& inverse_cap, double ratio = 1);

}  // namespace ik
