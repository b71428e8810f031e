// The effector's point at the target:  e = t - s, of the axes that the mask leaves.

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
      .source = "Buss §2",
      .of_point = true,
      .axes = "the world",
      .linearise =
          [](const GoalState& state, Linearised& result) {
            int row = 0;
            for (int axis = 0; axis < 3; ++axis) {
              if (state.mask[axis] == 0) continue;
              result.e[row] = state.t[axis] - state.s[axis];
              result.A(row, axis) = result.T(row, axis) = 1;
              ++row;
            }
          },
  });
}

}  // namespace ik
