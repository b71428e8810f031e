#pragma once
#include <Eigen/Geometry>
#include <string>

#include "ik/methods/method.h"
#include "ik/model/trigonometry.h"

namespace ik {

/// Returns why a method that needs position goals cannot be used on a body; empty if it can.
std::string no_position_goal(const Skeleton& skeleton);

/// The bounds of a joint's move in this update by its cap and limits, rad or scene units.
struct StepBounds {
  double low, high;  ///< low <= 0 <= high
};
StepBounds step_bounds(const Problem& problem, int j);

/// Returns whether a move of joint j, rad or scene units, is as large as its cap.
bool is_at_cap(const Problem& problem, int j, double move);

/// The effect of moving one joint on points that move with it. World frame.
class JointMove {
 public:
  /// p: the joint's point. v: its axis, unit. by: rad or scene units.
  JointMove(bool revolute, const Eigen::Vector3d& p, const Eigen::Vector3d& v, double by)
      : revolute_(revolute), p_(p), v_(v), by_(by) {
    if (!revolute) return;
    const double half = sin(by / 2);
    sine_ = sin(by);
    versine_ = 2 * half * half;
  }
  Eigen::Vector3d operator()(const Eigen::Vector3d& x) const {
    if (!revolute_) return x + by_ * v_;
    const Eigen::Vector3d across = v_.cross(x - p_);
    return x + sine_ * across + versine_ * v_.cross(across);
  }

 private:
  bool revolute_;
  const Eigen::Vector3d &p_, &v_;
  double by_, sine_ = 0, versine_ = 0;
};

/// The move of a single joint that brings points nearest to their targets, in closed form: it
/// minimises sum w |x - t|^2 over the points x that move with it. World frame.
class JointFit {
 public:
  /// p: the joint's point. v: its axis, unit.
  JointFit(bool revolute, const Eigen::Vector3d& p, const Eigen::Vector3d& v)
      : revolute_(revolute), p_(p), v_(v) {}

  void add(const Eigen::Vector3d& x, const Eigen::Vector3d& t, double w);  ///< adds w |x - t|^2

  /// Returns the best move within bounds, rad or scene units; 0 if all are equally good, as with
  /// all points on the axis.
  double best(const StepBounds& room) const;

 private:
  bool revolute_;
  const Eigen::Vector3d &p_, &v_;
  // Turned by an angle g the sum is a constant less 2 (cosine_ cos g + sine_ sin g).
  double cosine_ = 0, sine_ = 0, size_ = 0;
  double slide_ = 0, weight_ = 0;
};

}  // namespace ik
