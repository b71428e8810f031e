// x(t) = c + w/2 u sin a + h/2 v sin 2a,  a = w t + phase,  u and v across the normal.

#include "ik/model/trigonometry.h"
#include "sim/world/motion.h"
#include "sim/world/plane.h"

namespace sim {
namespace {

Motion make_figure_of_eight(const FieldValues& values) {
  const Eigen::Vector3d center = vector(values, "center");
  const Plane plane = Plane::across(vector(values, "normal"));
  const Eigen::Vector3d across = number(values, "width") / 2 * plane.u,
                        up = number(values, "height") / 2 * plane.v;
  const double frequency = number(values, "frequency"), phase = number(values, "phase");
  const auto at = [=](double t) -> Motion::State {
    const double angle = frequency * t + phase, angles[] = {angle, 2 * angle};
    double sine[2], cosine[2];
    ik::sincos(angles, sine, cosine, 2);
    return {center + sine[0] * across + sine[1] * up,
            frequency * (cosine[0] * across + 2 * cosine[1] * up)};
  };
  return {at, center};
}

}  // namespace

void declare_figure_of_eight(base::Registry<MotionInfo>& motions) {
  motions.add(
      {.name = "figure-of-eight",
       .explanation = "a horizontal figure of eight that crosses itself at center",
       .fields =
           {position_field("center", "where the curve crosses itself"),
            length_field("width", "distance between the outer ends of the two loops", 2),
            length_field("height", "of either loop"),
            direction_field(
                "normal",
                "normal of its plane, of any length; its width is along +x (+y, if normal is x)"),
            frequency_field("angular frequency of the whole figure"),
            phase_field("angle at time zero; 0 is at the crossing")},
       .make = make_figure_of_eight});
}

}  // namespace sim
