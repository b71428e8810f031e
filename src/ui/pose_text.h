#pragma once
#include <Eigen/Core>
#include <string>
#include <string_view>

#include "ik/model/skeleton.h"

namespace ui {

/// Returns a pose, n, as text for people and the clipboard, with a line for each joint: "elbow =
/// 30°", or in scene units for prismatic joints, "slide = 0.5".
std::string pose_text(const ik::Skeleton& skeleton, const Eigen::VectorXd& theta);

/// Returns the pose with the coordinates given in such a text, for some joints or all. Throws
/// base::Error for an invalid line, an unknown joint, or a value beyond its limits.
Eigen::VectorXd parse_pose(std::string_view text, const ik::Skeleton& skeleton,
                           Eigen::VectorXd theta);

}  // namespace ui
