#include "ik/model/obstacle.h"

#include <algorithm>

namespace ik {
namespace {

Clearance from_centre(const Eigen::Vector3d& offset, double radius) {
  const double length = offset.norm();
  if (length < 1e-12) return {-radius, Eigen::Vector3d::UnitY()};
  return {length - radius, offset / length};
}

Clearance from_box(const Eigen::Vector3d& offset, const Eigen::Vector3d& half) {
  const Eigen::Vector3d outside = offset - offset.cwiseMax(-half).cwiseMin(half);
  if (!outside.isZero(0)) return from_centre(outside, 0);
  const Eigen::Vector3d room = half - offset.cwiseAbs();
  Eigen::Index nearest = 1;  // inside: the nearest side
  for (const Eigen::Index side : {0, 2})
    if (room[side] < room[nearest]) nearest = side;
  return {-room[nearest], Eigen::Vector3d::Unit(nearest) * (offset[nearest] < 0 ? -1 : 1)};
}

/// Returns a direction away from a capsule's axis for a point on it: as far upwards as possible.
Eigen::Vector3d off_axis(const Eigen::Vector3d& axis) {
  const Eigen::Vector3d d = axis.normalized();
  const Eigen::Vector3d up = Eigen::Vector3d::UnitY() - d.y() * d;
  return up.norm() > 1e-6 ? up.normalized() : Eigen::Vector3d::UnitX();
}

}  // namespace

Clearance clearance(const Obstacle& obstacle, const Eigen::Vector3d& p) {
  const Eigen::Vector3d offset = p - obstacle.position;
  switch (obstacle.shape) {
    case Obstacle::Shape::Box:
      return from_box(offset, obstacle.size);
    case Obstacle::Shape::Capsule: {
      const double length2 = obstacle.axis.squaredNorm();
      const double along =
          length2 > 0 ? std::clamp(offset.dot(obstacle.axis) / length2, -1.0, 1.0) : 0;
      const Eigen::Vector3d away = offset - along * obstacle.axis;
      if (away.isZero(1e-12)) return {-obstacle.size.x(), off_axis(obstacle.axis)};
      return from_centre(away, obstacle.size.x());
    }
    case Obstacle::Shape::Sphere:
      break;
  }
  return from_centre(offset, obstacle.size.x());
}

double segment_clearance(const Obstacle& obstacle, const Eigen::Vector3d& a,
                         const Eigen::Vector3d& b) {
  // Each shape is convex, so the distance along the segment has one valley: golden-section search.
  constexpr double golden = 0.6180339887498949;
  const auto at = [&](double u) { return clearance(obstacle, a + u * (b - a)).distance; };
  double low = 0, high = 1, u = 1 - golden, v = golden, f = at(u), g = at(v);
  for (int i = 0; i < 40; ++i) {
    if (f < g) {
      high = v, v = u, g = f;
      f = at(u = high - golden * (high - low));
    } else {
      low = u, u = v, f = g;
      g = at(v = low + golden * (high - low));
    }
  }
  return std::min({f, g, at(0), at(1)});
}

double body_clearance(std::span<const Obstacle> obstacles, const Skeleton& body, const Pose& pose) {
  double least = infinity;
  const auto look = [&](const auto& a, const auto& b) {
    for (const Obstacle& obstacle : obstacles)
      least = std::min(least, segment_clearance(obstacle, a, b));
  };
  for (int j = 0; j < body.joints(); ++j)
    if (body.parent(j) >= 0) look(pose.position.col(body.parent(j)), pose.position.col(j));
  for (int i = 0; i < body.effectors(); ++i)
    look(pose.position.col(body.effector_joint(i)), pose.effector.col(i));
  return least;
}

}  // namespace ik
