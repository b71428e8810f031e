#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "ik/methods/parts/common.h"
#include "ik/model/skeleton.h"

namespace ik {

/// The largest speeds v_j and accelerations a_j of joints  (mathematics.md §2): an update in which
/// the time h passes changes coordinate j by at most v_j h, by at most a_j h^2 more or less than
/// the one before, and near a limit by so little that it can stop. Limits and speeds come first.
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
    acts_ = settings.flag(common::speed_limits());
    if (!acts_) stop();
  }
  bool acts() const { return acts_; }
  /// The body rests, or was moved by hand.
  void stop() { last_.setZero(); }

  /// Finds the bounds of the next update from theta, between these limits, n.
  void look(const Eigen::VectorXd& theta, const Eigen::VectorXd& lower,
            const Eigen::VectorXd& upper, double h) {
    const double longer = h / last_h_;  // than the update before
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      const double v = speed_[j] * h, b = acceleration_[j] * h * h;
      const double slowest = last_[j] * longer - b, fastest = last_[j] * longer + b;
      low[j] = slow_[j] = std::clamp(slowest, -v, v);
      high[j] = fast_[j] = std::clamp(fastest, -v, v);
      if (!std::isfinite(b)) continue;
      const double below = std::max(theta[j] - lower[j], 0.);
      const double above = std::max(upper[j] - theta[j], 0.);
      const double least = std::clamp(-largest_before(below, b), slowest, fastest);
      const double most = std::clamp(largest_before(above, b), slowest, fastest);
      low[j] = std::clamp(least, -std::min(v, below), std::min(v, above));
      high[j] = std::clamp(most, -std::min(v, below), std::min(v, above));
    }
  }
  /// Scales dtheta, n, so far that no joint is too fast, or becomes so too soon; those that must
  /// brake before a limit, or cannot stop at once, do so alone. Returns whether that changed it.
  bool keep(Eigen::VectorXd& dtheta) const {
    constexpr double rounding = 1e-12;
    double scale = 1;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
      const double bound = dtheta[j] > 0 ? fast_[j] : slow_[j];
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
  /// The update changed the coordinates by dtheta, n, in the time h.
  void made(const Eigen::VectorXd& dtheta, double h) {
    last_ = dtheta;
    last_h_ = h;
  }

  Eigen::VectorXd low, high = low;  ///< n: bounds of the next update

 private:
  /// The largest x with x + (x - b) + (x - 2b) + ... <= way: n terms make n x - b n (n - 1) / 2.
  static double largest_before(double way, double b) {
    if (!std::isfinite(way) || !std::isfinite(b)) return way;
    if (b == 0) return 0;
    const double terms = std::max(1., std::ceil(0.5 * (std::sqrt(1 + 8 * way / b) - 1)));
    return way / terms + 0.5 * b * (terms - 1);
  }

  bool acts_ = false;
  Eigen::VectorXd last_ = low;                        // the update before
  double last_h_ = 1;                                 // the time it took
  Eigen::VectorXd slow_ = low, fast_ = low;           // the bounds, wherever limits are
  Eigen::VectorXd speed_ = low, acceleration_ = low;  // of what leads, with what follows it
};

}  // namespace ik
