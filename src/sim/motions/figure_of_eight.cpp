// x(t) = c + w/2 u sin a + h/2 v sin 2a,  a = w t + phase,  u and v across the normal.

#include "ik/model/trigonometry.h"
#include "sim/world/motion.h"
#include "sim/world/plane.h"

namespace sim {
namespace {

class FigureOfEight final : public Motion {
 public:
  explicit FigureOfEight(const FieldValues& values)
      : center_(vector(values, "center")),
        frequency_(number(values, "frequency")),
        phase_(number(values, "phase")) {
    const Plane plane = Plane::across(vector(values, "normal"));
    across_ = number(values, "width") / 2 * plane.u;
    up_ = number(values, "height") / 2 * plane.v;
  }

  Place at(double t) const override {
    const double angle = frequency_ * t + phase_;
    const double angles[] = {angle, 2 * angle};
    double sine[2], cosine[2];
    ik::sincos(angles, sine, cosine, 2);
    return {center_ + sine[0] * across_ + sine[1] * up_,
            frequency_ * (cosine[0] * across_ + 2 * cosine[1] * up_)};
  }
  Eigen::Vector3d center() const override { return center_; }

 private:
  Eigen::Vector3d center_, across_, up_;
  double frequency_, phase_;
};

}  // namespace

void declare_figure_of_eight(base::Registry<MotionInfo>& motions) {
  motions.add(
      {.name = "figure-of-eight",
       .explanation = "a horizontal figure of eight that crosses itself at center",
       .fields =
           {place_field("center", "where the curve crosses itself"),
            length_field("width", "distance between the outer ends of the two loops", 2),
            length_field("height", "of either loop"),
            direction_field(
                "normal",
                "normal of its plane, of any length; its width is along +x (+y, if normal is x)"),
            frequency_field("angular frequency of the whole figure"),
            phase_field("angle at time zero; 0 is at the crossing")},
       .make = [](const FieldValues& values) { return std::make_unique<FigureOfEight>(values); }});
}

}  // namespace sim
