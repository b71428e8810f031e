// The effector's point at the target:  e = t - s.

#include "ik/goal.h"

namespace ik {
namespace {

const Registered<GoalInfo> registered_position{{
    .name = "position",
    .rank = 10,
    .rows = 3,
    .unit = "unit",
    .explanation = "the effector's point is to be at the target",
    .target = "a point, world",
    .direction = "",
    .source = "Buss §2",
    .linearise =
        [](const GoalState& state, Linearised& result) {
          result.e = state.t - state.s;
          result.A.setIdentity();
          result.T.setIdentity();
        },
}};

}  // namespace
}  // namespace ik
