// x(t) = c + a sin(w t + phase), per axis.

#include "ik/model/trigonometry.h"
#include "sim/world/motion.h"

namespace sim {
namespace {

using Eigen::Array3d;

class Sinusoid final : public Motion {
 public:
  explicit Sinusoid(const FieldValues& values)
      : center_(vector(values, "center")),
        amplitude_(vector(values, "amplitude")),
        frequency_(vector(values, "frequency")),
        phase_(vector(values, "phase")) {}

  Place at(double t) const override {
    const Array3d angle = frequency_ * t + phase_;
    Array3d sine, cosine;
    ik::sincos(angle.data(), sine.data(), cosine.data(), 3);
    return {center_ + amplitude_ * sine, amplitude_ * frequency_ * cosine};
  }
  Eigen::Vector3d center() const override { return center_; }

 private:
  Array3d center_, amplitude_, frequency_, phase_;
};

std::vector<Field> fields(bool phase_required) {
  return {
      place_field("center", "middle of the motion"),
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

std::unique_ptr<Motion> make(const FieldValues& values) {
  return std::make_unique<Sinusoid>(values);
}

}  // namespace

void declare_sinusoid(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "sinusoid",
               .explanation = "center + amplitude sin(frequency t + phase), for each axis",
               .fields = fields(false),
               .make = make});
  motions.add({.name = "lissajous",
               .explanation = "a sinusoid with a phase for each axis",
               .fields = fields(true),
               .make = make});
}

}  // namespace sim
