#pragma once
#include <Eigen/Core>
#include <functional>

#include "sim/scene.h"

namespace sim::build {

/// Returns whether a target that is an orientation, or one that is a position, can move by it.
bool suits(const MotionInfo& motion, bool turn);

/// Numbers that a person would write, about a position or the rotation vector of an orientation, as
/// far as `size` to either side along x, y and z.
FieldValues usual_values(const MotionInfo& motion, const Eigen::Vector3d& center,
                         const Eigen::Vector3d& size);

/// Changes the points among the numbers of a target's motion, and its directions, by functions.
void move_target(TargetSpec& target,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& point,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& direction);
void shift_target(TargetSpec& target, const Eigen::Vector3d& by);

/// Rounds to three decimals, more for small bodies, as a person would write it.
Eigen::Vector3d tidy(const Eigen::Vector3d& point, double length);
/// A direction of unit length to three decimals.
Eigen::Vector3d tidy_axis(const Eigen::Vector3d& axis);

}  // namespace sim::build
