#include "ik/linalg/generic_rank.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "ik/linalg/loop_closer.h"
#include "ik/model/jacobian.h"

namespace ik {

/// Angles and targets are the fractional parts of multiples of the golden ratio.
std::vector<Eigen::MatrixXd> generic_jacobians(const Skeleton& skeleton, bool alternate,
                                               std::span<const int> held) {
  double number = 0;
  const auto next = [&number] {
    return 2 * (number = std::fmod(number + 0.6180339887498949, 1)) - 1;
  };
  constexpr int trials = 3;
  const Eigen::VectorXd start = skeleton.start();
  std::vector<Eigen::MatrixXd> all(trials,
                                   Eigen::MatrixXd::Zero(skeleton.rows(), skeleton.joints()));
  Pose pose(skeleton);
  Eigen::Matrix3Xd targets(3, skeleton.effectors());
  LoopCloser loops(skeleton);
  Eigen::VectorXd lower = Eigen::VectorXd::Constant(skeleton.joints(), -infinity), upper = -lower;
  for (Eigen::MatrixXd& J : all) {
    for (int j = 0; j < skeleton.joints(); ++j)
      pose.theta[j] = 2 * next() * (skeleton.revolute(j) ? 1 : skeleton.scale());
    for (double& coordinate : targets.reshaped())
      coordinate = skeleton.characteristic_length() * next();
    for (const int j : held)
      if (loops.any()) pose.theta[j] = lower[j] = upper[j] = start[j];
    forward_kinematics(skeleton, pose);
    loops.close(pose, lower, upper);
    goal_jacobian(skeleton, pose, targets, alternate, J);
    zero_columns(held, J);
    loops.compute_projector(pose, held);
    loops.constrain(J);
    for (int j = 0; j < skeleton.joints(); ++j)
      if (!skeleton.revolute(j)) J.col(j) *= skeleton.scale();
    for (int i = 0; i < skeleton.effectors(); ++i)
      J.middleRows(skeleton.row(i), skeleton.rows(i)) /= skeleton.effector(i).goal.weight;
  }
  return all;
}

int GenericRank::compute(bool alternate) const {
  Eigen::Index rank = 1;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(skeleton_->joints(), skeleton_->rows());
  qr.setThreshold(rank_tolerance);
  for (const Eigen::MatrixXd& J : generic_jacobians(*skeleton_, alternate, held_))
    rank = std::max(rank, qr.compute(J.transpose()).rank());
  return static_cast<int>(rank);
}

int GenericRank::of(bool alternate) {
  if (rank_[0] == 0) {
    rank_[0] = compute(false);
    rank_[1] = compute(true);
  }
  return rank_[alternate ? 1 : 0];
}

}  // namespace ik
