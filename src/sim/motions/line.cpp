// x(t) = from + s (to - from),  s = (1 - cos(2 pi t / period)) / 2: there and back, at rest at
// both ends.

#include <numbers>

#include "ik/model/trigonometry.h"
#include "sim/world/motion.h"

namespace sim {
namespace {

class Line final : public Motion {
 public:
  explicit Line(const FieldValues& values)
      : center_((vector(values, "from") + vector(values, "to")) / 2),
        half_((vector(values, "to") - vector(values, "from")) / 2),
        frequency_(2 * std::numbers::pi / number(values, "period")) {}

  Place at(double t) const override {
    const double angle = frequency_ * t;
    const auto [sine, cosine] = ik::sincos(angle);
    return {center_ - cosine * half_, frequency_ * sine * half_};
  }
  Eigen::Vector3d center() const override { return center_; }

 private:
  Eigen::Vector3d center_, half_;
  double frequency_;
};

}  // namespace

void declare_line(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "line",
               .explanation = "moves between two points, at rest at both",
               .fields = {place_field("from", "position at time zero", {-1, 0, 0}),
                          place_field("to", "position half a period later", {1, 0, 0}),
                          duration_field("period", "time there and back")},
               .make = [](const FieldValues& values) { return std::make_unique<Line>(values); }});
}

}  // namespace sim
