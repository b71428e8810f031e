#pragma once
#include <Eigen/Core>
#include <stop_token>

#include "ik/model/skeleton.h"

namespace ik {

/// The outside of where an effector can get: for directions on a sphere round the region, the
/// reachable point nearest to the sphere there, as cloth that is shrunk onto it. World frame.
struct WorkspaceBoundary {
  static constexpr int parallels = 13, meridians = 24;  ///< with the poles; round the equator
  Eigen::Matrix3Xd points;                              ///< see at(); empty if it was stopped
  auto at(int parallel, int meridian) const {
    return points.col(parallel * meridians + meridian % meridians);
  }
};

/// Of effector i: the best of many poses, the same in every call, and from there cyclic coordinate
/// descent. Slides without limits stay at their start, where else would the region end; with limits
/// off, so do all slides. Takes a tenth of a second or so, and ends early when asked to stop.
WorkspaceBoundary workspace_boundary(const Skeleton& skeleton, int i, bool limits,
                                     const std::stop_token& stop);

}  // namespace ik
