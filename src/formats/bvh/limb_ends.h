#pragma once
#include <Eigen/Core>
#include <vector>

#include "formats/bvh/figure.h"

namespace formats {

/// The end of a limb, which follows the recording.
struct LimbEnd {
  size_t joint;         ///< its number in the file
  Eigen::Vector3d tip;  ///< in the joint's frame
};

/// Returns hands, head, wings, feet and the ends of the other limbs, at most eight, in the file's
/// order. Fingers count as part of their hand, jaws of their head, several toes of their foot, and
/// feathers of the tip of their wing.
std::vector<LimbEnd> limb_ends(const BvhFigure& figure);

}  // namespace formats
