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
std::vector<Eigen::MatrixXd> generic_jacobians(const Skeleton& skeleton, bool alternate,
                                               std::span<const int> held = {});

constexpr double rank_tolerance =
    1e-9;  ///< singular values below this fraction of |J| are rounding

/// The generic rank of J, usual or alternate, without held joints: its largest rank over all poses,
/// at least 1. It is computed at the first call of of().
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
