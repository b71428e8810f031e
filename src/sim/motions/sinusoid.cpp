// x(t) = c + a sin(w t + phase), per axis.

#include "sim/motion.h"

namespace sim {
namespace {

using Eigen::Array3d;

Array3d vector(const FieldValues& values, std::string_view key) {
  return Eigen::Map<const Array3d>(values.find(key)->second.data());
}

class Sinusoid final : public Motion {
 public:
  explicit Sinusoid(const FieldValues& values)
      : center_(vector(values, "center")),
        amplitude_(vector(values, "amplitude")),
        frequency_(vector(values, "frequency")),
        phase_(vector(values, "phase")) {}

  Eigen::Vector3d position(double t) const override {
    return center_ + amplitude_ * (frequency_ * t + phase_).sin();
  }
  Eigen::Vector3d velocity(double t) const override {
    return amplitude_ * frequency_ * (frequency_ * t + phase_).cos();
  }
  Eigen::Vector3d center() const override { return center_; }

 private:
  Array3d center_, amplitude_, frequency_, phase_;
};

std::vector<Field> fields(bool phase_required) {
  return {
      {.key = "center", .required = true, .unit = "unit", .explanation = "middle of the motion"},
      {.key = "amplitude", .required = true, .unit = "unit", .explanation = "way to either side"},
      {.key = "frequency",
       .required = true,
       .min = -1e3,
       .max = 1e3,
       .unit = "rad per unit of time",
       .explanation = "angular frequency of each axis"},
      {.key = "phase",
       .required = phase_required,
       .unit = "rad",
       .explanation = "angle at time zero of each axis"},
  };
}

std::unique_ptr<Motion> make(const FieldValues& values) {
  return std::make_unique<Sinusoid>(values);
}

const MotionRegistration sinusoid{{.name = "sinusoid",
                                   .explanation = "center + amplitude sin(frequency t + phase), "
                                                  "each axis by itself",
                                   .fields = fields(false),
                                   .make = make}};

const MotionRegistration lissajous{{.name = "lissajous",
                                    .explanation = "a sinusoid whose axes start at phases of "
                                                   "their own",
                                    .fields = fields(true),
                                    .make = make}};

}  // namespace
}  // namespace sim
