// R(t) = exp([axis]x rate t) R_0: turns at a steady rate.

#include "sim/world/plane.h"
#include "sim/world/turning.h"

namespace sim {
namespace {

Motion make_turn(const FieldValues& values) {
  const Eigen::Vector3d center = vector(values, "orientation"), axis = unit_axis(values);
  const Eigen::Matrix3d R = ik::rotation(center);
  const double rate = number(values, "frequency");
  const auto turn = [=](double t) -> Turn {
    return {ik::rotation(axis, rate * t) * R, rate * axis};
  };
  return turning(turn, center);
}

}  // namespace

void declare_turn(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "turn",
               .explanation = "an orientation: turns about an axis at a steady rate",
               .fields = {orientation_field("rotation vector at time zero"),
                          direction_field("axis", "what it turns about, world"),
                          frequency_field("rate of turning")},
               .make = make_turn});
}

}  // namespace sim
