// R(t) = exp([axis]x rate t) R_0: turns at a steady rate.

#include "sim/world/plane.h"
#include "sim/world/turning.h"

namespace sim {
namespace {

class Turn final : public Turning {
 public:
  explicit Turn(const FieldValues& values)
      : center_(vector(values, "orientation")),
        R_(ik::rotation(center_)),
        axis_(unit_axis(values)),
        rate_(number(values, "frequency")) {}

  Turning::Turn turn(double t) const override {
    return {ik::rotation(axis_, rate_ * t) * R_, rate_ * axis_};
  }
  Eigen::Vector3d center() const override { return center_; }

 private:
  Eigen::Vector3d center_;
  Eigen::Matrix3d R_;
  Eigen::Vector3d axis_;
  double rate_;
};

}  // namespace

void declare_turn(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "turn",
               .explanation = "an orientation: turns about an axis at a steady rate",
               .fields = {orientation_field("rotation vector at time zero"),
                          direction_field("axis", "what it turns about, world"),
                          frequency_field("rate of turning")},
               .make = [](const FieldValues& values) { return std::make_unique<Turn>(values); }});
}

}  // namespace sim
