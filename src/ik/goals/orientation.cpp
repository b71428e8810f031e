// The link turned as the target says:  e = rotation vector of R_t R^T, R_t = exp([t]x). Its
// derivative is taken for a small e, where it is the turning itself: de = w_t - w.

#include <cmath>

#include "ik/model/goal.h"
#include "ik/model/rotation.h"
#include "ik/model/trigonometry.h"

namespace ik {
namespace {

/// How fast exp([t]x) turns as t changes: the left Jacobian of the rotations,
/// I + (1 - cos a)/a^2 [t]x + (a - sin a)/a^3 [t]x^2,  a = |t|.
Eigen::Matrix3d turning(const Eigen::Vector3d& t) {
  const double a = t.norm();
  const double half = a / 2, sinc = a < 1e-4 ? 1 - half * half / 6 : sin(half) / half;
  const double second = sinc * sinc / 2;  // (1 - cos a)/a^2
  const double third = a < 1e-2 ? (1 - a * a / 20) / 6 : (a - sin(a)) / (a * a * a);
  const Eigen::Matrix3d cross = cross_matrix(t);
  return Eigen::Matrix3d::Identity() + second * cross + third * cross * cross;
}

}  // namespace

void declare_orientation(base::Registry<GoalInfo>& goals) {
  goals.add({
      .name = "orientation",
      .rank = 20,
      .rows = 3,
      .unit = "rad",
      .explanation = "the effector's link has the target's orientation",
      .target = "a rotation vector from the zero pose, rad, world",
      .direction = "",
      .shape = GoalShape::Orientation,
      .source = "SNU §2",
      .linearise =
          [](const GoalState& state, Linearised& result) {
            result.e = rotation_vector(rotation(state.t) * state.R.transpose());
            result.B.setIdentity();
            if (state.moving) result.T = turning(state.t);
          },
  });
}

}  // namespace ik
