#pragma once
#include <string_view>

#include "ui/panel.h"

namespace ui {

/// Returns what a row shows of one radian or scene unit.
double shown_per_unit(const ik::Skeleton& skeleton, int j);

/// A row for each joint, in degrees or scene units, from limit to limit; where there is none, a
/// turn, or some links' length. Keys are "PREFIX NAME". What they are reset to, n, is within the
/// limits.
void declare_rows(JointRows& rows, const ik::Skeleton& skeleton, std::string_view prefix,
                  const Eigen::VectorXd& defaults, std::string_view explanation);

/// While the mouse is between there and the cursor, in the whole width, the view shows the joint.
void point_at_joint(const Panel& panel, int j, ImVec2 row);

}  // namespace ui
