#pragma once
#include <string_view>

#include "ui/panel.h"

namespace ui {

/// Returns what a row shows of one radian or scene unit.
double shown_per_unit(const ik::Skeleton& skeleton, int j);

/// Declares a row for each joint, in degrees or scene units, from limit to limit; without limits, a
/// turn, or the length of some links. Keys are "PREFIX NAME". The values that rows are reset to, n,
/// are within the limits.
void declare_rows(JointRows& rows, const ik::Skeleton& skeleton, std::string_view prefix,
                  const Eigen::VectorXd& defaults, std::string_view explanation);

/// Highlights the joint in the view while the mouse is between `row` and the cursor, over the whole
/// width.
void point_at_joint(const Panel& panel, int j, ImVec2 row);

}  // namespace ui
