#include "ik/methods/parts/pose_cost.h"

#include <algorithm>

#include "ik/model/jacobian.h"

namespace ik {

PoseCost::PoseCost(const Skeleton& skeleton)
    : skeleton_(skeleton),
      pose_(skeleton),
      J_(Eigen::MatrixXd::Zero(skeleton.rows(), skeleton.joints())),
      r_(Eigen::VectorXd::Zero(skeleton.rows())),
      theta_start_(pose_.theta) {}

void PoseCost::begin(const Problem& problem, double epsilon) {
  targets_ = &problem.targets;
  weights_ = problem.weights;
  per_radian_ = problem.per_radian;
  epsilon_ = epsilon;
  fraction_ = 1;
  theta_start_ = problem.pose.theta;
  e_problem_ = problem.e;
  goal_errors(skeleton_, problem.pose, *targets_, e_start_);
  weigh(skeleton_, e_start_, weights_);
}

/// Subtracts from the error r_i the part that may remain: of angles a length, since their J is
/// the derivative of e for every rotation of the link only along e  (goals/).
void PoseCost::subtract_remainder(int i) {
  auto r = r_.segment(skeleton_.row(i), skeleton_.rows(i));
  const auto remainder = remainder_.segment(skeleton_.row(i), skeleton_.rows(i));
  if (skeleton_.rows(i) == 1 || skeleton_.effector(i).goal.info->of_point) {
    r -= remainder;
    return;
  }
  const auto e = e_start_.segment(skeleton_.row(i), skeleton_.rows(i));
  const double start = e.norm(), now = r.norm();
  const double length = start > 0 ? std::max(0.0, remainder.dot(e) / start) : 0;
  r *= now > length ? 1 - length / now : 0;
}

void PoseCost::compute_errors(const Pose& pose) {
  goal_errors(skeleton_, pose, *targets_, r_);
  weigh(skeleton_, r_, weights_);
  remainder_ = e_start_ - fraction_ * e_problem_;
  for (int i = 0; i < skeleton_.effectors(); ++i) subtract_remainder(i);
}

double PoseCost::half_square(const Pose& pose) {
  compute_errors(pose);
  return 0.5 * r_.squaredNorm();
}

double PoseCost::operator()(const Eigen::VectorXd& theta, Eigen::VectorXd& gradient) {
  pose_.theta = theta;
  forward_kinematics(skeleton_, pose_);
  compute_errors(pose_);
  goal_jacobian(skeleton_, pose_, *targets_, false, J_, weights_);
  transpose_times(skeleton_, J_, r_, gradient);
  q_change_ = theta - theta_start_;
  if (per_radian_) {
    q_change_ = q_change_.cwiseQuotient(*per_radian_);
    gradient = gradient.cwiseProduct(*per_radian_);
  }
  gradient = epsilon_ * q_change_ - gradient;
  return 0.5 * r_.squaredNorm() + 0.5 * epsilon_ * q_change_.squaredNorm();
}

}  // namespace ik
