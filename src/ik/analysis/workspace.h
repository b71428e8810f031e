#pragma once
#include <Eigen/Core>
#include <stop_token>

#include "ik/model/skeleton.h"

namespace ik {

/// The boundary of an effector's workspace: for directions on a sphere around it, the reachable
/// point nearest to the sphere, like cloth shrunk onto it. World frame.
struct WorkspaceBoundary {
  static constexpr int parallels = 13, meridians = 24;  ///< with the poles; round the equator
  Eigen::Matrix3Xd points;                              ///< see at(); empty if it was stopped
  auto at(int parallel, int meridian) const {
    return points.col(parallel * meridians + meridian % meridians);
  }
};

/// Of effector i: the best of many poses, the same in every call, improved by cyclic coordinate
/// descent. Prismatic joints without limits stay at their start, since the workspace would be
/// infinite; with limits off, all prismatic joints do. Takes about a tenth of a second, and ends
/// early when asked to stop.
WorkspaceBoundary workspace_boundary(const Skeleton& skeleton, int i, bool limits,
                                     const std::stop_token& stop);

}  // namespace ik
