#include "ik/model/ball.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "ik/model/number.h"
#include "ik/model/trigonometry.h"

namespace ik {

bool is_ball(const Skeleton& skeleton, int j) {
  if (j + 2 >= skeleton.joints()) return false;
  for (int axis = 0; axis < 3; ++axis) {
    if (!skeleton.revolute(j + axis)) return false;
    if (skeleton.local_axis(j + axis) != Eigen::Vector3d::Unit(axis)) return false;
    if (axis > 0 &&
        (skeleton.parent(j + axis) != j + axis - 1 || !skeleton.joint_offset(j + axis).isZero(0)))
      return false;
  }
  const size_t moved = skeleton.affected_effectors(j).size();
  return moved > 0 && moved == skeleton.affected_effectors(j + 2).size();
}

Eigen::Vector3d ball_angles(const Eigen::Matrix3d& R, const Eigen::Vector3d& near) {
  // R = [      cos b cos c       -cos b sin c       sin b ]
  //     [         ...                ...     -sin a cos b ]
  //     [         ...                ...      cos a cos b ]
  // Any a will do if cos b is zero but for rounding. Given a, Rx(-a) R = Ry(b) Rz(c) yields b and
  // c.
  constexpr double rounding = 1e-14;
  const bool locked = hypot(R(1, 2), R(2, 2)) < rounding;
  const double a = locked ? near[0] : atan2(-R(1, 2), R(2, 2));
  const auto [sin_a, cos_a] = sincos(a);
  const double b = atan2(R(0, 2), cos_a * R(2, 2) - sin_a * R(1, 2));
  const double c = atan2(cos_a * R(1, 0) + sin_a * R(2, 0), cos_a * R(1, 1) + sin_a * R(2, 1));

  constexpr double pi = std::numbers::pi;
  const auto from_near = [&](const Eigen::Vector3d& angles) {
    Eigen::Vector3d way = angles - near;
    for (double& angle : way) angle = std::remainder(angle, 2 * pi);
    return way;
  };
  const Eigen::Vector3d one = from_near({a, b, c}), other = from_near({a + pi, pi - b, c + pi});
  return near + (one.squaredNorm() <= other.squaredNorm() ? one : other);
}

Eigen::Matrix3d least_rotation(const Eigen::Vector3d& u, const Eigen::Vector3d& w) {
  // Eigen's FromTwoVectors, but for opposite directions, where it decomposes a matrix: seconds of
  // the compiler's time for an axis that may be any across u.
  const auto turn = [](const Eigen::Vector3d& from, const Eigen::Vector3d& to) -> Eigen::Matrix3d {
    const double cosine = to.dot(from);
    Eigen::Quaterniond q;
    if (cosine < -1 + 1e-12) {
      q.vec() = from.unitOrthogonal();
      q.w() = 0;
    } else {
      const double s = std::sqrt((1 + cosine) * 2);  // 2 cos(angle / 2)
      q.vec() = from.cross(to) * (1 / s);
      q.w() = s * 0.5;
    }
    return q.normalized().toRotationMatrix();
  };
  // Between nearly opposite directions the axis has few digits; the second turn mends that.
  const Eigen::Vector3d to = w.normalized();
  const Eigen::Matrix3d first = turn(u.normalized(), to);
  return turn((first * u).normalized(), to) * first;
}

}  // namespace ik
