#pragma once
#include <Eigen/Core>

#include "ik/model/skeleton.h"
#include "ui/panel.h"

namespace ui {

/// Returns what a row shows of one radian or scene unit.
double shown_per_unit(const ik::Skeleton& skeleton, int j);

/// Declares a row for each joint, in degrees or scene units, from limit to limit; without limits, a
/// turn, or the length of some links. Keys are "PREFIX NAME". The values that rows are reset to, n,
/// are within the limits.
void declare_rows(JointRows& rows, const ik::Skeleton& skeleton, std::string_view prefix,
                  const Eigen::VectorXd& defaults, std::string_view explanation);

/// Returns a pose, n, as text for people and the clipboard, with a line for each joint: "elbow =
/// 30°", or in scene units for prismatic joints, "slide = 0.5".
std::string pose_text(const ik::Skeleton& skeleton, const Eigen::VectorXd& theta);

/// Returns the pose with the coordinates given in such a text, for some joints or all. Throws
/// base::Error for an invalid line, an unknown joint, or a value beyond its limits.
Eigen::VectorXd parse_pose(std::string_view text, const ik::Skeleton& skeleton,
                           Eigen::VectorXd theta);

}  // namespace ui
