// The link turned as the target says:  e = rotation vector of R_t R^T, R_t = exp([t]x). Its
// derivative is taken for a small e, where it is the turning itself: de = w_t - w.
//
// With a mask the rows are of the target's own axes, e = rotation vector of R^T R_t, and the
// derivative is exact, since what is left out may be far from zero. One axis a left out: the
// turning of R a to R_t a, whatever the roll about it. One axis a alone: with the quaternion
// (q_w, q_v) of R^T R_t, the roll  e = 2 atan2(q_a, q_w)  about it.

#include <Eigen/Geometry>

#include "ik/model/goal.h"
#include "ik/model/rotation.h"
#include "ik/model/trigonometry.h"

namespace ik {
namespace {

void roll(const GoalState& state, const Eigen::Matrix3d& between, int a, Linearised& result) {
  Eigen::Quaterniond q(between);
  if (q.w() < 0) q.coeffs() *= -1;
  const Eigen::Vector3d v = q.vec(), axis = Eigen::Vector3d::Unit(a);
  const double square = q.w() * q.w() + v[a] * v[a];
  if (square < 1e-18) return;  // upside down: any roll is as good as another
  result.e[0] = 2 * atan2(v[a], q.w());
  result.B.row(0) =
      (state.R * (q.w() * q.w() * axis + q.w() * v.cross(axis) + v[a] * v) / square).transpose();
}

void linearise_orientation(const GoalState& state, Linearised& result) {
  const Eigen::Matrix3d R_t = rotation(state.t);
  const auto kept = (state.mask.array() > 0).count();
  if ((state.mask.array() == 1).all()) {
    result.e = rotation_vector(R_t * state.R.transpose());
    result.B.setIdentity();
  } else if (kept == 3) {
    result.e = rotation_vector(state.R.transpose() * R_t);
    result.B = left_jacobian(result.e).inverse() * state.R.transpose();
  } else if (kept == 2) {
    int a = 0;
    state.mask.minCoeff(&a);
    const int first = a == 0 ? 1 : 0, second = a == 2 ? 1 : 2;
    const Eigen::Vector3d d = state.R.col(a);
    const Alignment turn = alignment(d, R_t.col(a),
                                     {Eigen::Vector3d(state.R.col(first)).cross(d),
                                      Eigen::Vector3d(state.R.col(second)).cross(d)});
    result.e.head<2>() = turn.e;
    result.B.topRows<2>() = turn.B;
  } else {
    int a = 0;
    state.mask.maxCoeff(&a);
    roll(state, state.R.transpose() * R_t, a, result);
  }
  if (state.wants_T) result.T = result.B * left_jacobian(state.t);
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
      .shape = GoalShape::Orientation,
      .source = "SNU §2",
      .axes = "the target",
      .linearise = linearise_orientation,
  });
}

}  // namespace ik
