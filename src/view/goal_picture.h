#pragma once
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"
#include "view/body.h"
#include "view/draw_list.h"
#include "view/palette.h"

namespace view {

constexpr float plane_size = 0.2f;   ///< half a side of a plane's patch, of the body's reach
constexpr float frame_size = 0.13f;  ///< an axis of an effector's frame, of the body's reach
constexpr float ghost_frame = 1.3f;  ///< an axis of the desired frame, of the effector's

/// The handle of effector i's target, whose three numbers are `target`: for a rotation, the
/// effector, beside which the frames are drawn.
glm::vec3 handle(const ik::Skeleton& skeleton, const ik::Pose& pose, int i,
                 const Eigen::Vector3d& target, const Upright& up);

/// The goal of effector i, except the red ball of a position: a plane as a patch with its normal,
/// an aim as the effector's ray, an orientation as the effector's frame and the desired one, a
/// ghost.
void draw_goal(DrawList& list, const ik::Skeleton& skeleton, const ik::Pose& pose, int i,
               const Eigen::Vector3d& target, const Body& body, const Palette& palette);

/// A line from the effector to its goal.
glm::vec3 wanted_place(const ik::Skeleton& skeleton, const ik::Pose& pose, int i,
                       const Eigen::Vector3d& target, const Upright& up);

}  // namespace view
