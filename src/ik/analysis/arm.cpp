#include "ik/analysis/arm.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace ik {
namespace {

constexpr double negligible = 1e-4;  // sine of an angle, or part of a length, that counts as none

using Vector3 = Eigen::Vector3d;

/// Returns how far from p, along a, the line comes nearest to that through q along b, not parallel.
double nearest_along(const Vector3& p, const Vector3& a, const Vector3& q, const Vector3& b) {
  const Vector3 normal = a.cross(b);
  return (q - p).cross(b).dot(normal) / normal.squaredNorm();
}

double distance_to_line(const Vector3& point, const Vector3& q, const Vector3& b) {
  return (point - q).cross(b).norm();
}

/// Finds the six revolute joints from the base to a link. Returns false if the chain has others.
bool find_six_axes(const Skeleton& skeleton, int last, std::array<int, 6>& joint) {
  size_t left = joint.size();
  for (int j = last; j >= 0; j = skeleton.parent(j)) {
    if (left == 0 || !skeleton.revolute(j) || skeleton.follows(j) || skeleton.leads(j))
      return false;
    joint[--left] = j;
  }
  return left == 0;
}

/// Returns whether an effector on this link has the link's whole orientation as its goal.
bool has_full_orientation_goal(const Skeleton& skeleton, int link) {
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (skeleton.effector_joint(i) == link && skeleton.effector(i).goal.of_orientation())
      return true;
  return false;
}

}  // namespace

SixAxisArms::SixAxisArms(const Skeleton& skeleton) {
  Pose pose(skeleton);
  for (int i = 0; i < skeleton.effectors(); ++i) {
    Arm arm{.effector = i};
    const int link = skeleton.effector_joint(i);
    if (!skeleton.effector(i).goal.of_point() || !has_full_orientation_goal(skeleton, link))
      continue;
    if (find_six_axes(skeleton, link, arm.joint) && recognize(pose, skeleton.length(), arm))
      arms_.push_back(arm);
  }
}

/// Returns whether the arm has a known geometry, and fills in its lengths. Angles and distances
/// between successive axes are the same in every pose, so any pose will do.
bool SixAxisArms::recognize(const Pose& pose, double size, Arm& arm) {
  const auto p = [&](size_t k) -> Vector3 { return pose.position.col(arm.joint[k - 1]); };
  const auto a = [&](size_t k) -> Vector3 { return pose.axis.col(arm.joint[k - 1]); };
  const auto parallel = [&](size_t k, size_t l) { return a(k).cross(a(l)).norm() < negligible; };
  const double little = negligible * size;
  if (!parallel(2, 3) || parallel(1, 2) || parallel(4, 5) || parallel(5, 6)) return false;

  // Axes 5 and 6 meet in W, which is p5 + along a5.
  arm.along = nearest_along(p(5), a(5), p(6), a(6));
  const Vector3 W = p(5) + arm.along * a(5);
  if (distance_to_line(W, p(6), a(6)) > little) return false;
  arm.offset = distance_to_line(W, p(4), a(4)) > little;
  if (arm.offset && !parallel(3, 4)) return false;

  const Vector3 n = a(2), end = arm.offset ? p(4) : W;
  arm.wrist = a(4).cross(a(5)).norm() * a(5).cross(a(6)).norm();
  const double upper = (p(3) - p(2)).cross(n).norm(), fore = (end - p(3)).cross(n).norm();
  if (upper < little || fore < little) return false;
  arm.reach = upper * fore;
  arm.waist = n.cross(a(1)).norm() * (upper + fore);
  return true;
}

ArmSingularity SixAxisArms::nearest(const Pose& pose, std::span<const int> held) const {
  ArmSingularity found;
  for (const Arm& arm : arms_) {
    const bool is_blocked = std::ranges::any_of(
        arm.joint, [&](int j) { return std::ranges::find(held, j) != held.end(); });
    if (!is_blocked) update_nearest(arm, pose, found);
  }
  return found;
}

void SixAxisArms::update_nearest(const Arm& arm, const Pose& pose, ArmSingularity& nearest) {
  using Kind = ArmSingularity::Kind;
  const auto p = [&](size_t k) { return pose.position.col(arm.joint[k - 1]); };
  const auto a = [&](size_t k) { return pose.axis.col(arm.joint[k - 1]); };
  const Vector3 n = a(2), W = p(5) + arm.along * a(5);
  const Vector3 end = arm.offset ? Vector3(p(4)) : W;
  const Vector3 upper = p(3) - p(2), fore = end - p(3);
  const auto across = [&n](const Vector3& x) -> Vector3 { return x - x.dot(n) * n; };

  const double wrist = std::abs(Vector3(a(4)).cross(Vector3(a(5))).dot(a(6))) / arm.wrist;
  const double elbow = std::abs(upper.cross(fore).dot(n)) / arm.reach;
  const double shoulder = std::abs(n.cross(Vector3(a(1))).dot(W - p(1))) / arm.waist;
  const auto offer = [&](Kind kind, double distance) {
    if (!(distance < nearest.distance)) return;
    nearest = {.kind = kind, .distance = distance, .effector = arm.effector, .offset = arm.offset};
    nearest.straight = kind == Kind::Wrist && Vector3(a(4)).cross(Vector3(a(6))).norm() < 0.3;
    nearest.folded = kind == Kind::Elbow && across(upper).dot(across(fore)) < 0;
  };
  offer(Kind::Wrist, wrist);
  offer(Kind::Elbow, elbow);
  offer(Kind::Shoulder, shoulder);
}

}  // namespace ik
