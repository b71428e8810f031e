#pragma once
#include <Eigen/Core>
#include <span>
#include <string>
#include <string_view>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// A sphere, a box with its sides along the axes, or a capsule. World frame, scene units.
struct Obstacle {
  enum class Shape { Sphere, Box, Capsule };
  static constexpr std::string_view shape_names[] = {"sphere", "box", "capsule"};

  std::string name;
  Shape shape = Shape::Sphere;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< of its middle
  /// Sphere and capsule: x is the radius. Box: half its sides.
  Eigen::Vector3d size = Eigen::Vector3d::Constant(0.25);
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();  ///< capsule: from its middle to one end's centre
  bool operator==(const Obstacle&) const = default;
};

/// Signed distance of p to the obstacle's surface, negative inside, and the unit direction in which
/// it grows; in the middle, where several do as well, up if that is one of them.
struct Clearance {
  double distance;
  Eigen::Vector3d direction;
};
Clearance clearance(const Obstacle& obstacle, const Eigen::Vector3d& p);

/// The clearance of the segment from a to b: the least of its points'.
double segment_clearance(const Obstacle& obstacle, const Eigen::Vector3d& a,
                         const Eigen::Vector3d& b);

/// The smallest clearance of all links of a body; infinite without obstacles.
double body_clearance(std::span<const Obstacle> obstacles, const Skeleton& body, const Pose& pose);

}  // namespace ik
