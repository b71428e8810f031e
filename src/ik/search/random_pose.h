#pragma once
#include <Eigen/Core>
#include <span>

#include "base/random.h"
#include "ik/linalg/loop_closer.h"
#include "ik/model/pose.h"

namespace ik {

/// Returns a coordinate between two limits, uniformly distributed: of more than a turn, in the turn
/// nearest to zero; of a slide without limits, in twice the length of the body.
double random_coordinate(const Skeleton& skeleton, int j, double lower, double upper,
                         base::Random& random);

/// Poses at random within the limits. Joints that are held or move no effector stay; loops close.
class RandomPoses {
 public:
  /// home: n, within the limits.
  RandomPoses(const Skeleton& skeleton, const Eigen::VectorXd& home, std::span<const int> held);

  /// Sets theta, n. within: how far from home, rad or scales of the body. Allocates nothing.
  void draw(base::Random& random, Eigen::VectorXd& theta, double within = infinity);

  const Eigen::VectorXd& home() const { return home_; }

 private:
  const Skeleton* skeleton_;
  Eigen::VectorXd home_, lower_ = home_, upper_ = home_;  // equal where a joint stays
  LoopCloser loops_{*skeleton_};
  Pose pose_{*skeleton_};
};

}  // namespace ik
