// x(t) = c.

#include "sim/world/motion.h"

namespace sim {
namespace {

Motion make_fixed(const FieldValues& values) {
  const Motion::State state{vector(values, "center"), Eigen::Vector3d::Zero()};
  return {[state](double) { return state; }, state.position};
}

}  // namespace

void declare_fixed(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "fixed",
               .explanation = "rests at center",
               .fields = {position_field("center", "where the target rests")},
               .make = make_fixed});
}

}  // namespace sim
