// The link turned as the target says:  e = rotation vector of R_t R^T, R_t = exp([t]x). Its
// derivative is taken for a small e, where it is the turning itself: de = w_t - w.

#include "ik/model/goal.h"
#include "ik/model/rotation.h"

namespace ik {

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
