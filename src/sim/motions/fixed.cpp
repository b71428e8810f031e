// x(t) = c.

#include "sim/world/motion.h"

namespace sim {
namespace {

Motion make_fixed(const FieldValues& values) {
  const Motion::Place place{vector(values, "center"), Eigen::Vector3d::Zero()};
  return {[place](double) { return place; }, place.position};
}

}  // namespace

void declare_fixed(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "fixed",
               .explanation = "rests at center",
               .fields = {place_field("center", "where the target rests")},
               .make = make_fixed});
}

}  // namespace sim
