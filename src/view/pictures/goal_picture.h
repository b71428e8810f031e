#pragma once
#include <vector>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"
#include "sim/world/target.h"
#include "view/body.h"
#include "view/draw_list.h"
#include "view/palette.h"

namespace view {

constexpr float plane_size = 0.2f;   ///< half a side of a plane's patch, of the body's reach
constexpr float frame_size = 0.13f;  ///< an axis of an effector's frame, of the body's reach
constexpr float ghost_frame = 1.3f;  ///< an axis of the desired frame, of the effector's

/// Vermilion, green and blue for x, y and z (0 to 2), also for colour-blind readers.
glm::vec4 axis_color(const Palette& palette, int axis);

/// The handle of target i: its position, but of an orientation alone the effector.
glm::vec3 handle(const ik::Skeleton& skeleton, const ik::Pose& pose,
                 const std::vector<sim::Target>& targets, int i, const UpAxis& up);

/// The goal of effector i, except the red ball of a position: a plane as a patch with its normal,
/// an aim as the effector's ray, an orientation as the effector's frame and the desired one, which
/// is longer and thinner, at handle(). `frames`: how large frames are, 1 as usual.
void draw_goal(DrawList& list, const ik::Skeleton& skeleton, const ik::Pose& pose,
               const std::vector<sim::Target>& targets, int i, const Body& body,
               const Palette& palette, float frames = 1);

/// The ends of a line from the effector, of a pole from the elbow, to its goal.
glm::vec3 goal_origin(const ik::Skeleton& skeleton, const ik::Pose& pose, int i, const UpAxis& up);
glm::vec3 wanted_point(const ik::Skeleton& skeleton, const ik::Pose& pose, int i,
                       const Eigen::Vector3d& target, const UpAxis& up);

}  // namespace view
