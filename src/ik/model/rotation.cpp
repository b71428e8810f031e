#include "ik/model/rotation.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace ik {

Eigen::Matrix3d rotation(const Eigen::Vector3d& vector) {
  const double angle = vector.norm();
  if (angle == 0) return Eigen::Matrix3d::Identity();
  return Eigen::AngleAxisd(angle, vector / angle).toRotationMatrix();
}

Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R) {
  const Eigen::Quaterniond q(R);
  const Eigen::Vector3d half = q.w() < 0 ? Eigen::Vector3d(-q.vec()) : Eigen::Vector3d(q.vec());
  const double sine = half.norm();
  if (sine < 1e-12) return 2 * half;
  return 2 * std::atan2(sine, std::abs(q.w())) / sine * half;
}

Eigen::Vector3d roll_pitch_yaw(const Eigen::Matrix3d& R) {
  const double pitch = std::asin(std::clamp(-R(2, 0), -1., 1.));
  if (std::hypot(R(0, 0), R(1, 0)) < 1e-9) return {0, pitch, std::atan2(-R(0, 1), R(1, 1))};
  return {std::atan2(R(2, 1), R(2, 2)), pitch, std::atan2(R(1, 0), R(0, 0))};
}

Eigen::Matrix3d from_roll_pitch_yaw(const Eigen::Vector3d& angles) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  return (AngleAxisd(angles[2], Vector3d::UnitZ()) * AngleAxisd(angles[1], Vector3d::UnitY()) *
          AngleAxisd(angles[0], Vector3d::UnitX()))
      .toRotationMatrix();
}

}  // namespace ik
