#include "ik/model/pose_goal.h"

#include <utility>
#include <vector>

#include "ik/model/rotation.h"

namespace ik {
namespace {

bool is_orientation(const Skeleton& skeleton, int i) {
  return skeleton.effector(i).goal.info->shape == GoalShape::Orientation;
}

const std::string& carrier(const Effector& effector) {
  return effector.of.empty() ? effector.name : effector.of;
}

}  // namespace

int pose_partner(const Skeleton& skeleton, int i) {
  const Effector& own = skeleton.effector(i);
  const bool turns = is_orientation(skeleton, i);
  if (!turns && !own.goal.info->of_point) return -1;
  for (int k = 0; k < skeleton.effectors(); ++k) {
    const Effector& other = skeleton.effector(k);
    const bool fits = turns ? other.goal.info->of_point : is_orientation(skeleton, k);
    if (fits && other.joint == own.joint && carrier(other) == carrier(own)) return k;
  }
  return -1;
}

int pose_head(const Skeleton& skeleton, int i) {
  if (!is_orientation(skeleton, i)) return i;
  const int position = pose_partner(skeleton, i);
  return position >= 0 ? position : i;
}

double pose_weight(const Skeleton& skeleton) {
  std::vector<Effector> once = skeleton.all_effectors();
  std::erase_if(once, [](const Effector& effector) { return !effector.of.empty(); });
  return Skeleton(skeleton.all_joints(), std::move(once)).characteristic_length();
}

Eigen::Vector3d target_at_pose(const Skeleton& skeleton, const Pose& pose, int i,
                               const Eigen::Vector3d& target) {
  const Goal& goal = skeleton.effector(i).goal;
  const Eigen::Matrix3d& R = pose.rotation[skeleton.effector_joint(i)];
  const Eigen::Vector3d s = pose.effector.col(i);
  switch (goal.info->shape) {
    case GoalShape::Orientation:
      return rotation_vector(R);
    case GoalShape::Ray:
      return s + (target - s).norm() * (R * goal.direction);
    case GoalShape::Limb:
      return pose.position.col(skeleton.limb(i).elbow);
    default:
      return s;
  }
}

void set_targets_to_pose(const Skeleton& skeleton, const Pose& pose, Eigen::Matrix3Xd& targets) {
  for (int i = 0; i < skeleton.effectors(); ++i)
    targets.col(i) = target_at_pose(
        skeleton, pose, i, pose.effector.col(i) + skeleton.length() * Eigen::Vector3d::UnitX());
}

}  // namespace ik
