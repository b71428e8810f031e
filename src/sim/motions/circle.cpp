// x(t) = c + r (u cos a + v sin a),  a = w t + phase,  u and v across the normal.

#include "ik/model/trigonometry.h"
#include "sim/world/motion.h"
#include "sim/world/plane.h"

namespace sim {
namespace {

class Circle final : public Motion {
 public:
  explicit Circle(const FieldValues& values)
      : center_(vector(values, "center")),
        plane_(Plane::across(vector(values, "normal"))),
        radius_(number(values, "radius")),
        frequency_(number(values, "frequency")),
        phase_(number(values, "phase")) {}

  Place at(double t) const override {
    const double angle = frequency_ * t + phase_;
    const auto [sine, cosine] = ik::sincos(angle);
    return {center_ + radius_ * (cosine * plane_.u + sine * plane_.v),
            radius_ * frequency_ * (cosine * plane_.v - sine * plane_.u)};
  }
  Eigen::Vector3d center() const override { return center_; }

 private:
  Eigen::Vector3d center_;
  Plane plane_;
  double radius_, frequency_, phase_;
};

}  // namespace

void declare_circle(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "circle",
               .explanation = "moves on a circle around center, counterclockwise about normal",
               .fields = {place_field("center", "the centre of the circle"),
                          length_field("radius", "its radius"),
                          direction_field("normal", "normal of the circle's plane, of any length"),
                          frequency_field("angular frequency"),
                          phase_field("angle at time zero, measured from +x (+y, if normal is x)")},
               .make = [](const FieldValues& values) { return std::make_unique<Circle>(values); }});
}

}  // namespace sim
