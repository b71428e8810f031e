#pragma once
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// A pose is two goals at one effector, a position and an orientation: for whoever moves them, one
/// thing. The other goal of goal i's pose; -1: it is of none.
int pose_partner(const Skeleton& skeleton, int i);

/// The goal that stands for both: of a pose the position, else i itself.
int pose_head(const Skeleton& skeleton, int i);

/// Returns the default weight of the orientation of a pose, scene units per rad: the characteristic
/// length of the body, each effector counted once.
double pose_weight(const Skeleton& skeleton);

/// Returns the target's numbers with which a pose meets goal i; on a ray, as far away as `target`.
Eigen::Vector3d target_at_pose(const Skeleton& skeleton, const Pose& pose, int i,
                               const Eigen::Vector3d& target);
/// Sets targets, 3 x k, to numbers that a pose meets; on rays as far away as the body is long.
void set_targets_to_pose(const Skeleton& skeleton, const Pose& pose, Eigen::Matrix3Xd& targets);

}  // namespace ik
