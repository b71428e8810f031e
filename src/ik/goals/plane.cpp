// The effector's point on the plane through t with normal n:  e = n^T (t - s).

#include "ik/model/goal.h"

namespace ik {
void declare_plane(base::Registry<GoalInfo>& goals) {
  goals.add({
      .name = "plane",
      .rank = 40,
      .rows = 1,
      .unit = "unit",
      .explanation = "the effector is on the plane through the target",
      .target = "a point of the plane, world frame",
      .direction = "the plane's normal, world frame",
      .shape = GoalShape::Plane,
      .source = "SNU §2",
      .linearise =
          [](const GoalState& state, Linearised& result) {
            result.e = {state.direction.dot(state.t - state.s), 0, 0};
            result.A.row(0) = result.T.row(0) = state.direction.transpose();
          },
  });
}

}  // namespace ik
