#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "ik/methods/parts/common.h"
#include "ik/model/skeleton.h"

namespace ik {

/// Keeps joints below their largest speeds v_j and accelerations a_j  (mathematics.md §2): an
/// update of duration h changes coordinate j by at most v_j h, differs from the update before by at
/// most a_j h^2, and lets the joint stop before its limit. Limits and speeds outrank accelerations.
class RateLimits {
 public:
  explicit RateLimits(const Skeleton& skeleton) : low(Eigen::VectorXd::Zero(skeleton.joints())) {
    for (int j = 0; j < skeleton.joints(); ++j) {
      const bool follows = skeleton.follows(j);
      speed_[j] = follows ? infinity : skeleton.joint(j).max_speed;
      acceleration_[j] = follows ? infinity : skeleton.joint(j).max_acceleration;
    }
    for (const Skeleton::Follower& follower : skeleton.followers()) {
      if (follower.multiplier == 0) continue;
      const double times = std::abs(follower.multiplier);
      const Joint& joint = skeleton.joint(follower.joint);
      double &v = speed_[follower.leader], &a = acceleration_[follower.leader];
      v = std::min(v, joint.max_speed / times);
      a = std::min(a, joint.max_acceleration / times);
    }
  }

  void configure(const base::Settings& settings) {
    is_on_ = settings.flag(common::speed_limits());
    if (!is_on_) forget_velocity();
  }
  bool is_on() const { return is_on_; }
  /// Sets all velocities to zero, when the body rests or was moved from outside.
  void forget_velocity() { last_.setZero(); }

  /// Computes low and high of the next update, of duration h, from theta within these limits, n.
  void update_bounds(const Eigen::VectorXd& theta, const Eigen::VectorXd& lower,
                     const Eigen::VectorXd& upper, double h) {
    const double time_ratio = h / last_h_;
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      const double v = speed_[j] * h, b = acceleration_[j] * h * h;
      const double slowest = last_[j] * time_ratio - b, fastest = last_[j] * time_ratio + b;
      low[j] = min_by_rate_[j] = std::clamp(slowest, -v, v);
      high[j] = max_by_rate_[j] = std::clamp(fastest, -v, v);
      if (!std::isfinite(b)) continue;
      const double below = std::max(theta[j] - lower[j], 0.);
      const double above = std::max(upper[j] - theta[j], 0.);
      const double least = std::clamp(-largest_stoppable(below, b), slowest, fastest);
      const double most = std::clamp(largest_stoppable(above, b), slowest, fastest);
      low[j] = std::clamp(least, -std::min(v, below), std::min(v, above));
      high[j] = std::clamp(most, -std::min(v, below), std::min(v, above));
    }
  }
  /// Scales dtheta, n, so that no joint exceeds its speed or acceleration; then clamps to low and
  /// high the joints that must brake before a limit or cannot stop at once. Returns whether dtheta
  /// changed.
  bool limit(Eigen::VectorXd& dtheta) const {
    constexpr double rounding = 1e-12;
    double scale = 1;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
      const double bound = dtheta[j] > 0 ? max_by_rate_[j] : min_by_rate_[j];
      if (std::abs(dtheta[j]) > std::abs(bound) + rounding && dtheta[j] * bound >= 0)
        scale = std::min(scale, bound / dtheta[j]);
    }
    bool changed = scale < 1;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
      const double wanted = scale * dtheta[j];
      dtheta[j] = std::clamp(wanted, low[j], high[j]);
      changed |= std::abs(dtheta[j] - wanted) > rounding;
    }
    return changed;
  }
  /// Records that the last update changed the coordinates by dtheta, n, in the time h.
  void record_update(const Eigen::VectorXd& dtheta, double h) {
    last_ = dtheta;
    last_h_ = h;
  }

  Eigen::VectorXd low, high = low;  ///< n: bounds of the next update's dtheta

 private:
  /// Returns the largest x with x + (x - b) + (x - 2b) + ... <= distance; n terms sum to
  /// n x - b n (n - 1) / 2.
  static double largest_stoppable(double distance, double b) {
    if (!std::isfinite(distance) || !std::isfinite(b)) return distance;
    if (b == 0) return 0;
    const double terms = std::max(1., std::ceil(0.5 * (std::sqrt(1 + 8 * distance / b) - 1)));
    return distance / terms + 0.5 * b * (terms - 1);
  }

  bool is_on_ = false;
  Eigen::VectorXd last_ = low;                             // dtheta of the last update
  double last_h_ = 1;                                      // its duration
  Eigen::VectorXd min_by_rate_ = low, max_by_rate_ = low;  // bounds by speed and acceleration alone
  Eigen::VectorXd speed_ = low,
                  acceleration_ = low;  // n: the largest, for leaders with their followers
};

}  // namespace ik
