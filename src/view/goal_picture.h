#pragma once
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"
#include "view/body.h"
#include "view/draw_list.h"
#include "view/palette.h"

namespace view {

constexpr float plane_size = 0.2f;  ///< half a side of a plane's patch, of the body's reach

/// How a goal is drawn; one that is not known is drawn as a point.
enum class GoalSign { Point, Orientation, Aim, Plane };
GoalSign sign_of(const ik::Goal& goal);

/// Where a hand can take effector i's target, its three numbers being `target`: of a rotation it
/// is the effector, beside which the frames are drawn.
glm::vec3 handle(const ik::Skeleton& skeleton, const ik::Pose& pose, int i,
                 const Eigen::Vector3d& target);

/// What effector i is asked for, but for a point's red ball: a plane as a patch with its normal, an
/// aim as the effector's ray, an orientation as the effector's frame and the one wanted, a ghost.
void draw_goal(DrawList& list, const ik::Skeleton& skeleton, const ik::Pose& pose, int i,
               const Eigen::Vector3d& target, const Body& body, const Palette& palette);

/// From the effector to where its goal wants it.
glm::vec3 wanted_place(const ik::Skeleton& skeleton, const ik::Pose& pose, int i,
                       const Eigen::Vector3d& target);

}  // namespace view
