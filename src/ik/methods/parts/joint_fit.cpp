#include "ik/methods/parts/joint_fit.h"

#include "ik/model/number.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace ik {

std::string no_position_goal(const Skeleton& skeleton) {
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (skeleton.effector(i).goal.of_point()) return {};
  return "it needs position goals, and this body has none.";
}

StepBounds step_bounds(const Problem& problem, int j) {
  const double cap = 1 / problem.inverse_cap[j], theta = problem.pose.theta[j];
  return {std::min(0.0, std::max(-cap, problem.lower[j] - theta)),
          std::max(0.0, std::min(cap, problem.upper[j] - theta))};
}

bool is_at_cap(const Problem& problem, int j, double move) {
  return std::abs(move) * problem.inverse_cap[j] >= 1 - 1e-12;
}

void JointFit::add(const Eigen::Vector3d& x, const Eigen::Vector3d& t, double w) {
  if (!revolute_) {
    slide_ += w * v_.dot(t - x);
    weight_ += w;
    return;
  }
  const Eigen::Vector3d from = x - p_, to = t - p_;
  cosine_ += w * (from.dot(to) - v_.dot(from) * v_.dot(to));
  sine_ += w * v_.dot(from.cross(to));
  size_ += w * (from.squaredNorm() + to.squaredNorm());
}

double JointFit::best(const StepBounds& room) const {
  if (!revolute_) return weight_ > 0 ? std::clamp(slide_ / weight_, room.low, room.high) : 0;
  if (hypot(cosine_, sine_) <= 1e-14 * size_) return 0;
  const double angle = atan2(sine_, cosine_);
  const double low = std::max(room.low, -std::numbers::pi);
  const double high = std::min(room.high, std::numbers::pi);
  if (angle >= low && angle <= high) return angle;
  return cos(low - angle) > cos(high - angle) ? low : high;  // the nearer on the circle
}

}  // namespace ik
