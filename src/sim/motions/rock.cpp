// R(t) = exp([axis]x angle sin(w t + phase)) R_0: turns to and fro.

#include "ik/model/trigonometry.h"
#include "sim/world/plane.h"
#include "sim/world/turning.h"

namespace sim {
namespace {

class Rock final : public Turning {
 public:
  explicit Rock(const FieldValues& values)
      : center_(vector(values, "orientation")),
        R_(ik::rotation(center_)),
        axis_(unit_axis(values)),
        angle_(number(values, "angle")),
        frequency_(number(values, "frequency")),
        phase_(number(values, "phase")) {}

  Turn turn(double t) const override {
    const auto [sine, cosine] = ik::sincos(frequency_ * t + phase_);
    return {ik::rotation(axis_, angle_ * sine) * R_, angle_ * frequency_ * cosine * axis_};
  }
  Eigen::Vector3d center() const override { return center_; }

 private:
  Eigen::Vector3d center_;
  Eigen::Matrix3d R_;
  Eigen::Vector3d axis_;
  double angle_, frequency_, phase_;
};

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
               .make = [](const FieldValues& values) { return std::make_unique<Rock>(values); }});
}

}  // namespace sim
