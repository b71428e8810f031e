#include "ik/model/rotation.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/model/number.h"
#include "ik/model/trigonometry.h"

namespace ik {

namespace {

/// asin(s) / s of s^2 below 1/64, to the last digit: the sum of (2k)! / (4^k k!^2 (2k + 1)) s^2k.
double small_angle(double square) {
  constexpr double series[] = {1.,         1. / 6,       3. / 40,      5. / 112,      35. / 1152,
                               63. / 2816, 231. / 13312, 143. / 10240, 6435. / 557056};
  double sum = 0;
  for (auto factor = std::rbegin(series); factor != std::rend(series); ++factor)
    sum = sum * square + *factor;
  return sum;
}

/// f = phi / sin phi and its derivative by c = cos phi.
struct Stretch {
  double f, slope;
};
Stretch stretch(double c, double sine) {
  if (sine < 1e-4 && c > 0) return {1 + sine * sine / 6, -1.0 / 3};
  const double phi = atan2(sine, c), s = std::max(sine, 1e-9);
  return {phi / s, -(s - phi * c) / (s * s * s)};
}

}  // namespace

Eigen::Matrix3d rotation(const Eigen::Vector3d& axis, double angle) {
  const auto [sine, cosine] = sincos(angle);
  const Eigen::Vector3d s = sine * axis, v = (1 - cosine) * axis;
  Eigen::Matrix3d R = v * axis.transpose();
  R.diagonal().array() += cosine;
  R(2, 1) += s.x(), R(1, 2) -= s.x();
  R(0, 2) += s.y(), R(2, 0) -= s.y();
  R(1, 0) += s.z(), R(0, 1) -= s.z();
  return R;
}

Eigen::Matrix3d rotation(const Eigen::Vector3d& vector) {
  const double angle = vector.norm();
  if (angle == 0) return Eigen::Matrix3d::Identity();
  return rotation(vector / angle, angle);
}

/// Small ones from the part of R that changes its sign with them, sin(angle) axis; others from the
/// quaternion, which is well behaved at both ends.
Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R) {
  const Eigen::Vector3d odd =
      0.5 * Eigen::Vector3d(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
  if (const double square = odd.squaredNorm(); square < 1. / 64 && R.trace() > 1)
    return small_angle(square) * odd;
  const Eigen::Quaterniond q(R);
  const Eigen::Vector3d half = q.w() < 0 ? Eigen::Vector3d(-q.vec()) : Eigen::Vector3d(q.vec());
  const double sine = half.norm();
  return 2 * atan2(sine, std::abs(q.w())) / sine * half;
}

Eigen::Matrix3d left_jacobian(const Eigen::Vector3d& v) {
  const double a = v.norm();
  const double half = a / 2, sinc = a < 1e-4 ? 1 - half * half / 6 : sin(half) / half;
  const double second = sinc * sinc / 2;  // (1 - cos a)/a^2
  const double third = a < 1e-2 ? (1 - a * a / 20) / 6 : (a - sin(a)) / (a * a * a);
  Eigen::Matrix3d cross;  // [v]x, of which [v]x w = v x w
  cross << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return Eigen::Matrix3d::Identity() + second * cross + third * cross * cross;
}

Alignment alignment(const Eigen::Vector3d& d, const Eigen::Vector3d& w,
                    const Eigen::Vector3d (&b)[2]) {
  const double c = d.dot(w), sine = d.cross(w).norm();
  const Stretch exact = stretch(c, sine);
  Alignment turn{.e = {exact.f * b[0].dot(w), exact.f * b[1].dot(w)}, .B = {}};
  if (c < 0 && sine < 1e-9) turn.e = {std::numbers::pi, 0};  // either axis will do
  if (c < 0) {
    // Looking away. Towards w the angle changes as d turns; across, e would change by
    // phi / sin phi as much, without bound: it is taken as where d = w.
    const double hand = b[0].cross(b[1]).dot(d) < 0 ? -1 : 1;  // of b_0, b_1, d
    turn.B << hand * b[1].transpose(), -hand * b[0].transpose();
    return turn;
  }
  for (int k = 0; k < 2; ++k)
    turn.B.row(k) = -(exact.f * b[k].cross(w) + exact.slope * b[k].dot(w) * d.cross(w)).transpose();
  return turn;
}

Eigen::Vector3d roll_pitch_yaw(const Eigen::Matrix3d& R) {
  const double pitch = asin(std::clamp(-R(2, 0), -1., 1.));
  if (hypot(R(0, 0), R(1, 0)) < 1e-9) return {0, pitch, atan2(-R(0, 1), R(1, 1))};
  return {atan2(R(2, 1), R(2, 2)), pitch, atan2(R(1, 0), R(0, 0))};
}

Eigen::Matrix3d from_roll_pitch_yaw(const Eigen::Vector3d& angles) {
  return rotation(Eigen::Vector3d::UnitZ(), angles[2]) *
         rotation(Eigen::Vector3d::UnitY(), angles[1]) *
         rotation(Eigen::Vector3d::UnitX(), angles[0]);
}

}  // namespace ik
