#pragma once
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// A pose consists of two goals at one effector, a position and an orientation, which users move
/// together. Returns the other goal of the pose that goal i belongs to, or -1.
int pose_partner(const Skeleton& skeleton, int i);

/// Returns the position goal of the pose that goal i belongs to, or i if it belongs to none.
int pose_head(const Skeleton& skeleton, int i);

/// Returns the default weight of the orientation of a pose, scene units per rad: the characteristic
/// length of the body, each effector counted once.
double pose_weight(const Skeleton& skeleton);

/// Returns the target's three numbers with which a pose meets goal i; a ray's point is as far from
/// the effector as `target`.
Eigen::Vector3d target_at_pose(const Skeleton& skeleton, const Pose& pose, int i,
                               const Eigen::Vector3d& target);
/// Sets targets, 3 x k, so that the pose meets all goals; rays' points are length() away.
void set_targets_to_pose(const Skeleton& skeleton, const Pose& pose, Eigen::Matrix3Xd& targets);

}  // namespace ik
