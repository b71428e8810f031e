#pragma once
#include <Eigen/Core>
#include <optional>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// Returns the unit normal, world frame, of the planes that the effectors of a planar body leave in
/// no pose; nothing if the body is not planar. All revolute axes are parallel to it, all prismatic
/// ones perpendicular.
std::optional<Eigen::Vector3d> plane_normal(const Skeleton& skeleton, const Pose& pose);

}  // namespace ik
