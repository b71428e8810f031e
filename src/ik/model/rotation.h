#pragma once
#include <Eigen/Core>

namespace ik {

/// Returns exp([axis]x angle), the rotation about a unit axis by an angle, rad.
Eigen::Matrix3d rotation(const Eigen::Vector3d& axis, double angle);
/// Returns exp([vector]x), the rotation about a vector by its length, rad.
Eigen::Matrix3d rotation(const Eigen::Vector3d& vector);

/// Returns the vector v with exp([v]x) = R, of length 0 to pi.
Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R);

/// Returns the left Jacobian J_l(v) of the rotations: exp([v]x) has the angular velocity J_l(v)
/// dv/dt; I + (1 - cos a)/a^2 [v]x + (a - sin a)/a^3 [v]x^2,  a = |v|.
Eigen::Matrix3d left_jacobian(const Eigen::Vector3d& v);

/// The rotation that takes a unit direction d to w, about two axes orthogonal to d: with b_k unit
/// vectors orthogonal to d and to each other, phi the angle between d and w,
/// e_k = (phi / sin phi) b_k^T w, the angle split over the two; as d and b_k turn by a small
/// rotation, de_k = -B_k rotation. Always finite: opposite directions may turn either way.
struct Alignment {
  Eigen::Vector2d e;
  Eigen::Matrix<double, 2, 3> B;
};
Alignment alignment(const Eigen::Vector3d& d, const Eigen::Vector3d& w,
                    const Eigen::Vector3d (&b)[2]);

/// Angles about the axes x, y and z that stay where they are, one after the other:
/// R = Rz(yaw) Ry(pitch) Rx(roll), rad. Pitch is -pi/2 to pi/2; at either end, where roll and yaw
/// turn about one axis, roll is 0.
Eigen::Vector3d roll_pitch_yaw(const Eigen::Matrix3d& R);
Eigen::Matrix3d from_roll_pitch_yaw(const Eigen::Vector3d& angles);

}  // namespace ik
