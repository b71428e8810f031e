// x(t) = c + a sin(w t + phase), per axis.

#include "ik/model/trigonometry.h"
#include "sim/world/motion.h"

namespace sim {
namespace {

using Eigen::Array3d;

Motion make_sinusoid(const FieldValues& values) {
  const Array3d center = vector(values, "center"), amplitude = vector(values, "amplitude"),
                frequency = vector(values, "frequency"), phase = vector(values, "phase");
  const auto at = [=](double t) -> Motion::State {
    const Array3d angle = frequency * t + phase;
    Array3d sine, cosine;
    ik::sincos(angle.data(), sine.data(), cosine.data(), 3);
    return {center + amplitude * sine, amplitude * frequency * cosine};
  };
  return {at, center};
}

std::vector<Field> fields(bool phase_required) {
  return {
      position_field("center", "middle of the motion"),
      {.key = "amplitude",
       .role = Field::Role::Direction,
       .required = true,
       .unit = "unit",
       .explanation = "amplitude of each axis",
       .usual = {1, 1, 1}},
      {.key = "frequency",
       .required = true,
       .min = -1e3,
       .max = 1e3,
       .unit = "rad per unit of time",
       .explanation = "angular frequency of each axis",
       .usual = {2, 3, 5}},
      {.key = "phase",
       .required = phase_required,
       .unit = "rad",
       .explanation = "angle at time zero of each axis",
       .usual = {0, 0, phase_required ? 1. : 0.}},
  };
}

}  // namespace

void declare_sinusoid(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "sinusoid",
               .explanation = "center + amplitude sin(frequency t + phase), for each axis",
               .fields = fields(false),
               .make = make_sinusoid});
  motions.add({.name = "lissajous",
               .explanation = "a sinusoid with a phase for each axis",
               .fields = fields(true),
               .make = make_sinusoid});
}

}  // namespace sim
