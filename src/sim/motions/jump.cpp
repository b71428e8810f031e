// Rests at each of the points for one period, then jumps to the next, round and round.

#include <cmath>

#include "sim/world/motion.h"

namespace sim {
namespace {

Motion make_jump(const FieldValues& values) {
  const Eigen::Matrix3Xd positions = points(values);
  const double period = number(values, "period");
  const auto at = [=](double t) -> Motion::State {
    const auto count = static_cast<double>(positions.cols());
    const double turn = std::floor(t / period);
    const auto index = static_cast<Eigen::Index>(turn - count * std::floor(turn / count));
    return {positions.col(index), Eigen::Vector3d::Zero()};
  };
  const auto jumps = [=](double t0, double t1) {
    return std::floor(t0 / period) != std::floor(t1 / period);
  };
  return {at, positions.rowwise().mean(), jumps};
}

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
               .make = make_jump});
}

}  // namespace sim
