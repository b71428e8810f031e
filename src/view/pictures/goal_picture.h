#pragma once
#include <vector>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"
#include "sim/world/target.h"
#include "view/body.h"
#include "view/draw_list.h"
#include "view/palette.h"

namespace view {

constexpr float plane_half_size = 0.2f;  ///< of a plane's patch, per reach of the body
constexpr float triad_size = 0.13f;  ///< length of an effector triad's axes, per reach of the body
constexpr float target_triad_scale = 1.3f;  ///< axes of a target's triad per axis of the effector's

/// Vermilion, green and blue for x, y and z (0 to 2), also for colour-blind readers.
glm::vec4 axis_color(const Palette& palette, int axis);

/// Returns the point by which target i is dragged: its position or, of an orientation alone, the
/// effector.
glm::vec3 target_handle(const ik::Skeleton& skeleton, const ik::Pose& pose,
                        const std::vector<sim::Target>& targets, int i, const UpAxis& up);

/// Draws the goal of effector i, except the red ball of a position: a plane as a patch with its
/// normal, an aim as the effector's ray, an orientation as a triad at the effector and a longer,
/// thinner one of the target at target_handle(), a pole as a line from the elbow and a ball.
/// `triad_scale`: factor on the size of triads.
void draw_goal(DrawList& list, const ik::Skeleton& skeleton, const ik::Pose& pose,
               const std::vector<sim::Target>& targets, int i, const Body& body,
               const Palette& palette, float triad_scale = 1);

/// These return the ends of the line from effector i (of a pole: from the elbow) to the nearest
/// point that meets its goal.
glm::vec3 goal_origin(const ik::Skeleton& skeleton, const ik::Pose& pose, int i, const UpAxis& up);
glm::vec3 goal_point(const ik::Skeleton& skeleton, const ik::Pose& pose, int i,
                     const Eigen::Vector3d& target, const UpAxis& up);

}  // namespace view
