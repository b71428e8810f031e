// A ray of the link through the target: with d the ray's direction, w the unit vector from s to t,
// b_1, b_2 unit vectors of the link orthogonal to d and to each other, phi the angle between d and
// w,  e_k = (phi / sin phi) b_k^T w, which is the angle to turn by, split over the two.

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "ik/model/goal.h"
#include "ik/model/trigonometry.h"

namespace ik {
namespace {

/// f = phi / sin phi and its derivative by c = cos phi.
struct Stretch {
  double f, slope;
};
Stretch stretch(double c, double sine) {
  if (sine < 1e-4 && c > 0) return {1 + sine * sine / 6, -1.0 / 3};
  const double phi = atan2(sine, c), s = std::max(sine, 1e-9);
  return {phi / s, -(s - phi * c) / (s * s * s)};
}

void linearise(const GoalState& state, Linearised& result) {
  const Eigen::Vector3d d = state.R * state.direction, way = state.t - state.s;
  const double distance = way.norm();
  if (distance < 1e-9) return;  // the target is on the effector: any direction goes through it
  const Eigen::Vector3d w = way / distance;
  const Eigen::Vector3d side = state.direction.unitOrthogonal();
  const Eigen::Vector3d b[2] = {state.R * side, state.R * state.direction.cross(side)};
  const double c = d.dot(w), sine = d.cross(w).norm();
  const Stretch exact = stretch(c, sine);
  result.e = {exact.f * b[0].dot(w), exact.f * b[1].dot(w), 0};
  if (c < 0 && sine < 1e-9) result.e = {std::numbers::pi, 0, 0};  // either axis will do

  if (c < 0) {
    // Looking away. Towards the target the angle changes as the link turns; across, e would
    // change by phi / sin phi as much, without bound: it is taken as here, where d = w.
    result.B.row(0) = b[1].transpose();
    result.B.row(1) = -b[0].transpose();
    for (int k = 0; k < 2; ++k)
      result.A.row(k) = result.B.row(k).transpose().cross(w).transpose() / distance;
  } else {
    // w turns with the point and the target, d and b_k with the link.
    for (int k = 0; k < 2; ++k) {
      const double share = b[k].dot(w);
      const Eigen::Vector3d by_w = exact.f * b[k] + exact.slope * share * d;
      result.A.row(k) = (by_w - by_w.dot(w) * w).transpose() / distance;
      result.B.row(k) = -(exact.f * b[k].cross(w) + exact.slope * share * d.cross(w)).transpose();
    }
  }
  result.T = result.A;
}

}  // namespace

void declare_aim(base::Registry<GoalInfo>& goals) {
  goals.add({
      .name = "aim",
      .rank = 30,
      .rows = 2,
      .unit = "rad",
      .explanation = "a ray from the effector passes through the target",
      .target = "a point, world",
      .direction = "of the ray, world with every joint at zero",
      .shape = GoalShape::Ray,
      .source = "SNU §2",
      .linearise = linearise,
  });
}

}  // namespace ik
