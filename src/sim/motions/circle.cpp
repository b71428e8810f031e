// x(t) = c + r (u cos a + v sin a),  a = w t + phase,  u and v across the normal.

#include "ik/model/trigonometry.h"
#include "sim/world/motion.h"
#include "sim/world/plane.h"

namespace sim {
namespace {

Motion make_circle(const FieldValues& values) {
  const Eigen::Vector3d center = vector(values, "center");
  const Plane plane = Plane::across(vector(values, "normal"));
  const double radius = number(values, "radius"), frequency = number(values, "frequency"),
               phase = number(values, "phase");
  const auto at = [=](double t) -> Motion::State {
    const auto [sine, cosine] = ik::sincos(frequency * t + phase);
    return {center + radius * (cosine * plane.u + sine * plane.v),
            radius * frequency * (cosine * plane.v - sine * plane.u)};
  };
  return {at, center};
}

}  // namespace

void declare_circle(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "circle",
               .explanation = "moves on a circle around center, counterclockwise about normal",
               .fields = {position_field("center", "the centre of the circle"),
                          length_field("radius", "its radius"),
                          direction_field("normal", "normal of the circle's plane, of any length"),
                          frequency_field("angular frequency"),
                          phase_field("angle at time zero, measured from +x (+y, if normal is x)")},
               .make = make_circle});
}

}  // namespace sim
