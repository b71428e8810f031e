#pragma once
#include <Eigen/Geometry>

#include "ik/model/rotation.h"
#include "ik/model/trigonometry.h"
#include "sim/world/motion.h"

namespace sim {

/// Returns the derivative of a rotation vector v whose rotation turns with angular velocity w:
/// dv/dt = J_l(v)^-1 w, the inverse of ik::left_jacobian,
/// I - 1/2 [v]x + (1/a^2 - (1 + cos a) / (2 a sin a)) [v]x^2,  a = |v|.
inline Eigen::Vector3d vector_rate(const Eigen::Vector3d& v, const Eigen::Vector3d& w) {
  const double a = v.norm(), half = a / 2;
  const auto [sine, cosine] = ik::sincos(half);
  const double c = a < 1e-3 ? (1 + a * a / 60) / 12 : (1 - half * cosine / sine) / (a * a);
  const Eigen::Vector3d across = v.cross(w);
  return w - 0.5 * across + c * v.cross(across);
}

/// An orientation and its angular velocity.
struct Turn {
  Eigen::Matrix3d R;
  Eigen::Vector3d speed;  ///< angular velocity, rad per unit of time, world
};

/// Returns the motion of an orientation target: the rotation vector of R, of length 0 to pi, which
/// jumps where R turns through pi.
inline Motion turning(const std::function<Turn(double t)>& turn, const Eigen::Vector3d& center) {
  const auto at = [turn](double t) -> Motion::State {
    const Turn now = turn(t);
    const Eigen::Vector3d v = ik::rotation_vector(now.R);
    return {v, vector_rate(v, now.speed)};
  };
  const auto jumps = [at](double t0, double t1) {
    return (at(t1).position - at(t0).position).norm() > 3;
  };
  return {at, center, jumps};
}

inline Field orientation_field(std::string_view explanation) {
  return {
      .key = "orientation", .role = Field::Role::Point, .unit = "rad", .explanation = explanation};
}
inline Eigen::Vector3d unit_axis(const FieldValues& values) {
  const Eigen::Vector3d axis = vector(values, "axis");
  if (axis.norm() < 1e-6)
    throw base::Error("axis has no length; expected a direction such as [0, 0, 1]");
  return axis.normalized();
}

}  // namespace sim
