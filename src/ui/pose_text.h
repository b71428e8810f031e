#pragma once
#include <Eigen/Core>
#include <string>
#include <string_view>

#include "ik/model/skeleton.h"

namespace ui {

/// A pose, n, as text for people and the clipboard, a line for each joint: "elbow = 30°"; of
/// prismatic joints in scene units, "slide = 0.5".
std::string pose_text(const ik::Skeleton& skeleton, const Eigen::VectorXd& theta);

/// The pose with the coordinates that such a text has, of some joints or of all. Throws
/// base::Error for what is no such line, no joint's name, or beyond a joint's limits.
Eigen::VectorXd parse_pose(std::string_view text, const ik::Skeleton& skeleton,
                           Eigen::VectorXd theta);

}  // namespace ui
