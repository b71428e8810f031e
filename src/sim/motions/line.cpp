// x(t) = from + s (to - from),  s = (1 - cos(2 pi t / period)) / 2: there and back, at rest at
// both ends.

#include <numbers>

#include "ik/model/trigonometry.h"
#include "sim/world/motion.h"

namespace sim {
namespace {

Motion make_line(const FieldValues& values) {
  const Eigen::Vector3d from = vector(values, "from"), to = vector(values, "to"),
                        center = (from + to) / 2, half = (to - from) / 2;
  const double frequency = 2 * std::numbers::pi / number(values, "period");
  const auto at = [=](double t) -> Motion::State {
    const auto [sine, cosine] = ik::sincos(frequency * t);
    return {center - cosine * half, frequency * sine * half};
  };
  return {at, center};
}

}  // namespace

void declare_line(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "line",
               .explanation = "moves between two points, at rest at both",
               .fields = {position_field("from", "position at time zero", {-1, 0, 0}),
                          position_field("to", "position half a period later", {1, 0, 0}),
                          duration_field("period", "time there and back")},
               .make = make_line});
}

}  // namespace sim
