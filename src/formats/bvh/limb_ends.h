#pragma once
#include <Eigen/Core>
#include <vector>

#include "formats/bvh/figure.h"

namespace formats {

/// The end of a limb, which follows the recording.
struct LimbEnd {
  size_t joint;         ///< of the file
  Eigen::Vector3d tip;  ///< in its frame
};

/// Hands, head, wings, feet and the ends of the other limbs, at most eight, in the file's order.
/// Fingers go with their hand, jaws with their head, several toes with their foot, feathers with
/// the tip of their wing.
std::vector<LimbEnd> limb_ends(const BvhFigure& figure);

}  // namespace formats
