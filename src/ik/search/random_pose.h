#pragma once
#include <Eigen/Core>
#include <span>

#include "base/random.h"
#include "ik/linalg/loop_closer.h"
#include "ik/model/pose.h"

namespace ik {

/// Returns a uniformly distributed coordinate of joint j between two limits. If the range of a
/// revolute joint exceeds 2 pi, samples the turn nearest zero; if that of a slide is infinite,
/// samples twice the length of the body.
double random_coordinate(const Skeleton& skeleton, int j, double lower, double upper,
                         base::Random& random);

/// Draws random poses within the limits. Held joints stay at home, and, without loops, those that
/// move no effector. Loops are closed; if no closure succeeds in 50 draws, the pose is home.
class RandomPoses {
 public:
  /// home: n, within the limits.
  RandomPoses(const Skeleton& skeleton, const Eigen::VectorXd& home, std::span<const int> held);

  /// Writes theta, n. within: the largest distance of a joint from home, rad, or scales of the body
  /// for a slide; closing loops may exceed it. Allocates nothing.
  void draw(base::Random& random, Eigen::VectorXd& theta, double within = infinity);

  const Eigen::VectorXd& home() const { return home_; }

 private:
  const Skeleton* skeleton_;
  Eigen::VectorXd home_, lower_ = home_, upper_ = home_;  // equal if a joint stays
  LoopCloser loops_{*skeleton_};
  Pose pose_{*skeleton_};
};

}  // namespace ik
