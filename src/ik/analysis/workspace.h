#pragma once
#include <Eigen/Core>
#include <memory>

#include "ik/model/skeleton.h"

namespace ik {

/// The boundary of an effector's workspace: for directions on a sphere around it, the reachable
/// point nearest to the sphere, like cloth shrunk onto it. World frame.
struct WorkspaceBoundary {
  static constexpr int parallels = 13, meridians = 24;  ///< with the poles; round the equator
  Eigen::Matrix3Xd points;                              ///< see at(); empty until all are found
  auto at(int parallel, int meridian) const {
    return points.col(parallel * meridians + meridian % meridians);
  }
};

/// The search for that of effector i: the best of many poses, the same every time, improved by
/// cyclic coordinate descent. Prismatic joints without limits stay at their start, since the
/// workspace would be infinite; with limits off, all prismatic joints do. About a tenth of a second
/// in all, in slices of less than a millisecond.
class WorkspaceSearch {
 public:
  WorkspaceSearch(const Skeleton& skeleton, int i, bool limits);
  ~WorkspaceSearch();
  WorkspaceSearch(WorkspaceSearch&&) noexcept;

  bool advance();  ///< the next slice; false when all is found
  const WorkspaceBoundary& boundary() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ik
