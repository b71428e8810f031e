// Rests at each of the points for one period, then jumps to the next, round and round.

#include <cmath>

#include "sim/world/motion.h"

namespace sim {
namespace {

class Jump final : public Motion {
 public:
  explicit Jump(const FieldValues& values)
      : points_(points(values)), period_(number(values, "period")) {}

  Place at(double t) const override { return {points_.col(index(t)), Eigen::Vector3d::Zero()}; }
  Eigen::Vector3d center() const override { return points_.rowwise().mean(); }
  bool jumps(double t0, double t1) const override {
    return std::floor(t0 / period_) != std::floor(t1 / period_);
  }

 private:
  Eigen::Index index(double t) const {
    const double count = static_cast<double>(points_.cols());
    const double turn = std::floor(t / period_);
    return static_cast<Eigen::Index>(turn - count * std::floor(turn / count));
  }

  Eigen::Matrix3Xd points_;
  double period_;
};

}  // namespace

void declare_jump(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "jump",
               .explanation = "rests at each of the points for a period, then jumps to the next",
               .fields = {points_field("unit", "where the target rests, in turn"),
                          {.key = "period",
                           .kind = Field::Kind::Number,
                           .default_value = 1,
                           .min = 1e-3,
                           .unit = duration_unit,
                           .explanation = "time at each point",
                           .usual = {2}}},
               .make = [](const FieldValues& values) { return std::make_unique<Jump>(values); }});
}

}  // namespace sim
