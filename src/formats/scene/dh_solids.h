#pragma once
#include <vector>

#include "formats/robots/robot.h"

namespace formats {

/// The shape of a link of a table, in the frame of the previous row.
struct DhShape {
  Eigen::Vector3d corner = Eigen::Vector3d::Zero();  ///< between the parts along d and along a
  bool d_first = true;                               ///< standard: along d, then along a
};

/// Adds visible links, derived from the table alone: a column along each axis, as long as d and
/// wide enough to look like a joint, an arm along each a, and a foot on the ground. `shapes` has
/// one entry for each link of the robot.
void add_dh_solids(Robot& robot, const std::vector<DhShape>& shapes);

}  // namespace formats
