#pragma once
#include <Eigen/Core>
#include <vector>

#include "ik/model/skeleton.h"

namespace ik {

/// The joint coordinates of a body and the resulting positions. World frame, scene units, radians.
struct Pose {
  explicit Pose(const Skeleton& skeleton);  ///< at the start coordinates, kinematics done

  Eigen::VectorXd theta;                  ///< n
  std::vector<Eigen::Matrix3d> rotation;  ///< n: of the frame that hangs below joint j
  Eigen::Matrix3Xd origin;                ///< 3 x n: origin of that frame
  Eigen::Matrix3Xd position;     ///< 3 x n: p_j, the joint's own point (a slide does not move it)
  Eigen::Matrix3Xd axis;         ///< 3 x n: v_j, unit
  Eigen::Matrix3Xd effector;     ///< 3 x k: s_i
  Eigen::VectorXd sine, cosine;  ///< n: of theta (without meaning for a prismatic joint)
};

/// Recomputes everything from pose.theta in one pass, each joint once, parents first  (B §2).
void forward_kinematics(const Skeleton& skeleton, Pose& pose);

}  // namespace ik
