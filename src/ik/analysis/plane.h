#pragma once
#include <Eigen/Core>
#include <optional>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// Of a planar body, one whose effectors leave their planes in no pose: the normal of the planes,
/// world frame, unit. All axes that turn are parallel to it, all that slide across it.
std::optional<Eigen::Vector3d> plane_normal(const Skeleton& skeleton, const Pose& pose);

}  // namespace ik
