// The effector's point at the target:  e = t - s.

#include "ik/model/goal.h"

namespace ik {
void declare_position(base::Registry<GoalInfo>& goals) {
  goals.add({
      .name = "position",
      .rank = 10,
      .rows = 3,
      .unit = "unit",
      .explanation = "the effector is at the target",
      .target = "a point, world",
      .direction = "",
      .source = "Buss §2",
      .of_point = true,
      .linearise =
          [](const GoalState& state, Linearised& result) {
            result.e = state.t - state.s;
            result.A.setIdentity();
            result.T.setIdentity();
          },
  });
}

}  // namespace ik
