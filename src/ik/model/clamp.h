#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "ik/model/number.h"
#include "ik/model/skeleton.h"

namespace ik {

// Number: double, or Pack for several bodies with one skeleton.

/// ClampMag(w, d)  (B §2): w if |w| <= d, else d w/|w|. Returns whether it shortened w.
template <class Vector>
auto clamp_mag(Vector&& w, const typename std::decay_t<Vector>::Scalar& d) {
  using Number = typename std::decay_t<Vector>::Scalar;
  const Number length = w.norm();
  const MaskOf<Number> shortened = length > d;
  if (any(shortened)) w *= select(shortened, d / length, Number(1));
  return shortened;
}

/// The largest step allowed in one update.
template <class Number>
struct StepCapOf {
  Number angle;   ///< rad, of a revolute joint
  Number length;  ///< scene units, of a prismatic one
};
using StepCap = StepCapOf<double>;

/// Writes 1 / cap_j for every joint, n, the weights of a step in the two functions below. A
/// leader's cap is reduced to keep its followers within theirs.
template <class Number>
void inverse_caps(const Skeleton& skeleton, const StepCapOf<Number>& cap,
                  VectorOf<Number>& inverse_cap) {
  for (int j = 0; j < skeleton.joints(); ++j)
    inverse_cap[j] = 1 / (skeleton.revolute(j) ? cap.angle : cap.length);
  using std::max;
  for (const Skeleton::Follower& follower : skeleton.followers())
    inverse_cap[follower.leader] =
        max(inverse_cap[follower.leader],
            Number(std::abs(follower.multiplier)) * inverse_cap[follower.joint]);
}

/// max_j |dtheta_j| / cap_j; above 1 the step is too large.
inline double step_ratio(const Eigen::VectorXd& dtheta, const Eigen::VectorXd& inverse_cap) {
  return (dtheta.array().abs() * inverse_cap.array()).maxCoeff();
}
inline Pack step_ratio(const VectorOf<Pack>& dtheta, const VectorOf<Pack>& inverse_cap) {
  Pack ratio = 0;
  for (Eigen::Index j = 0; j < dtheta.size(); ++j)
    ratio = max(ratio, abs(dtheta[j]) * inverse_cap[j]);
  return ratio;
}

/// ClampMaxAbs  (mathematics.md §2): scales the whole vector so that step_ratio is at most 1.
/// Returns the step_ratio before.
template <class Number>
Number clamp_max_abs(VectorOf<Number>& dtheta, const VectorOf<Number>& inverse_cap) {
  const Number before = step_ratio(dtheta, inverse_cap);
  const MaskOf<Number> scaled = before > 1;
  if (any(scaled)) dtheta *= select(scaled, 1 / before, Number(1));
  return before;
}

}  // namespace ik
