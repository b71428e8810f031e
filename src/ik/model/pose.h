#pragma once
#include <Eigen/Core>
#include <vector>

#include "ik/model/number.h"
#include "ik/model/skeleton.h"

namespace ik {

/// The joint coordinates of one or several bodies, and the positions. World, scene units, radians.
template <class Number>
struct PoseOf {
  explicit PoseOf(const Skeleton& skeleton);  ///< at the start coordinates, kinematics done

  VectorOf<Number> theta;                   ///< n
  std::vector<Matrix3Of<Number>> rotation;  ///< n: of the frame that hangs below joint j
  Matrix3XOf<Number> origin;                ///< 3 x n: origin of that frame
  Matrix3XOf<Number> position;    ///< 3 x n: p_j, the joint's own point (a slide does not move it)
  Matrix3XOf<Number> axis;        ///< 3 x n: v_j, unit
  Matrix3XOf<Number> effector;    ///< 3 x k: s_i
  VectorOf<Number> sine, cosine;  ///< n: of theta (without meaning for a prismatic joint)
};
using Pose = PoseOf<double>;

/// Recomputes everything from pose.theta in one pass, each joint once, parents first  (B §2), after
/// it has set the coordinates of joints that follow others.
template <class Number>
void forward_kinematics(const Skeleton& skeleton, PoseOf<Number>& pose);

/// Makes the pose of one lane that of a body.
void set_lane(PoseOf<Pack>& poses, int lane, const Pose& pose);

}  // namespace ik
