#pragma once
#include <Eigen/Core>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// Joint steps of length one take a point to this ellipsoid, by its position Jacobian  (Yoshikawa
/// 1985). World.
struct Ellipsoid {
  Eigen::Matrix3d axes;     ///< columns unit and at right angles, the longest first
  Eigen::Vector3d lengths;  ///< singular values, scene units per radian; zero where it is flat
};

/// The ellipsoid of effector i's position, whatever its goal.
Ellipsoid manipulability_ellipsoid(const Skeleton& skeleton, const Pose& pose, int i);

}  // namespace ik
