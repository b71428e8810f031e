#include "ik/search/random_pose.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ik {

double random_coordinate(const Skeleton& skeleton, int j, double lower, double upper,
                         base::Random& random) {
  const double range = upper - lower;
  const double max_range = skeleton.revolute(j)   ? 2 * std::numbers::pi
                           : std::isfinite(range) ? range
                                                  : 2 * skeleton.length();
  if (range > max_range) {
    lower = std::max(lower, std::min(-max_range / 2, upper - max_range));
    upper = lower + max_range;
  }
  return random.uniform(lower, upper);
}

RandomPoses::RandomPoses(const Skeleton& skeleton, const Eigen::VectorXd& home,
                         std::span<const int> held)
    : skeleton_(&skeleton), home_(home) {
  for (int j = 0; j < skeleton.joints(); ++j) {
    const bool can_move = !skeleton.affected_effectors(j).empty() || loops_.any();
    if (!can_move || skeleton.follows(j)) continue;
    lower_[j] = skeleton.lower(j);
    upper_[j] = skeleton.upper(j);
  }
  for (const int j : held) lower_[j] = upper_[j] = home[j];
}

void RandomPoses::draw(base::Random& random, Eigen::VectorXd& theta, double within) {
  constexpr int max_tries = 50;  // a loop cannot be closed from every pose
  for (int count = 0; count < max_tries; ++count) {
    for (int j = 0; j < skeleton_->joints(); ++j) {
      if (lower_[j] == upper_[j]) {
        pose_.theta[j] = home_[j];
        continue;
      }
      const double half_range = within * (skeleton_->revolute(j) ? 1 : skeleton_->scale());
      pose_.theta[j] = random_coordinate(*skeleton_, j, std::max(lower_[j], home_[j] - half_range),
                                         std::min(upper_[j], home_[j] + half_range), random);
    }
    skeleton_->set_followers(pose_.theta);
    if (loops_.any()) forward_kinematics(*skeleton_, pose_);
    const bool closed = loops_.close(pose_, lower_, upper_);
    theta = pose_.theta;
    if (closed) return;
  }
  theta = home_;
}

}  // namespace ik
