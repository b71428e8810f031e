// R(t) = exp([axis]x angle sin(w t + phase)) R_0: turns to and fro.

#include "ik/model/trigonometry.h"
#include "sim/world/plane.h"
#include "sim/world/turning.h"

namespace sim {
namespace {

Motion make_rock(const FieldValues& values) {
  const Eigen::Vector3d center = vector(values, "orientation"), axis = unit_axis(values);
  const Eigen::Matrix3d R = ik::rotation(center);
  const double angle = number(values, "angle"), frequency = number(values, "frequency"),
               phase = number(values, "phase");
  const auto turn = [=](double t) -> Turn {
    const auto [sine, cosine] = ik::sincos(frequency * t + phase);
    return {ik::rotation(axis, angle * sine) * R, angle * frequency * cosine * axis};
  };
  return turning(turn, center);
}

}  // namespace

void declare_rock(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "rock",
               .explanation = "an orientation: turns about an axis to and fro",
               .fields = {orientation_field("rotation vector in the middle"),
                          direction_field("axis", "what it turns about, world"),
                          {.key = "angle",
                           .kind = Field::Kind::Number,
                           .required = true,
                           .unit = "rad",
                           .explanation = "how far to either side",
                           .usual = {usual_turn}},
                          frequency_field("angular frequency"),
                          phase_field("angle at time zero")},
               .make = make_rock});
}

}  // namespace sim
