// A ray of the link through the target: e is the turning of the ray's direction d to w, the unit
// vector from s to t  (alignment() in model/rotation.h).

#include <Eigen/Geometry>

#include "ik/model/goal.h"
#include "ik/model/rotation.h"

namespace ik {
namespace {

void linearise_aim(const GoalState& state, Linearised& result) {
  const Eigen::Vector3d d = state.R * state.direction, way = state.t - state.s;
  const double distance = way.norm();
  if (distance < 1e-9) return;  // the target is on the effector: any direction goes through it
  const Eigen::Vector3d w = way / distance, side = state.direction.unitOrthogonal();
  const Alignment turn =
      alignment(d, w, {state.R * side, Eigen::Vector3d(state.R * state.direction.cross(side))});
  for (int k = 0; k < 2; ++k) {
    result.e[k] = turn.e[k];
    result.B.row(k) = turn.B.row(k);
    // w turns with the point and the target.
    result.A.row(k) = turn.B.row(k).cross(w.transpose()) / distance;
  }
  result.T = result.A;
}

}  // namespace

void declare_aim(base::Registry<GoalInfo>& goals) {
  goals.add({
      .name = "aim",
      .rank = 30,
      .rows = 2,
      .unit = "rad",
      .explanation = "a ray from the effector passes through the target",
      .target = "a point, world",
      .direction = "of the ray, world with every joint at zero",
      .shape = GoalShape::Ray,
      .source = "SNU §2",
      .linearise = linearise_aim,
  });
}

}  // namespace ik
