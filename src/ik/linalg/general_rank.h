#pragma once
#include <Eigen/Core>
#include <span>
#include <vector>

#include "ik/model/skeleton.h"

namespace ik {

/// J, m x n, at a few generic poses and targets, without the goals' weights. Rows that are linearly
/// dependent there are so at every pose, up to rounding: those of a planar body across its plane,
/// those of two points of one link along the line between them. alternate: as in goal_jacobian().
/// held: joints whose columns are zero, because they do not move.
std::vector<Eigen::MatrixXd> general_jacobians(const Skeleton& skeleton, bool alternate,
                                               std::span<const int> held = {});

constexpr double rank_tolerance = 1e-9;  ///< anything below this fraction of J is rounding

/// The largest rank of J over all poses: how many of its singular values are not zero at every
/// pose, held joints apart. At least 1. Computed when it is first asked for, for both kinds of J.
class GenericRank {
 public:
  explicit GenericRank(const Skeleton& skeleton) : skeleton_(&skeleton) {}
  int of(bool alternate);
  void hold(std::span<const int> joints) {
    held_.assign(joints.begin(), joints.end());
    rank_[0] = rank_[1] = 0;
  }

 private:
  int compute(bool alternate) const;

  const Skeleton* skeleton_;
  std::vector<int> held_;
  int rank_[2] = {0, 0};  // 0: not asked for yet
};

}  // namespace ik
