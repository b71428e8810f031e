#include "ik/pose_cost.h"

#include "ik/jacobian.h"

namespace ik {

PoseCost::PoseCost(const Skeleton& skeleton)
    : skeleton_(skeleton),
      pose_(skeleton),
      J_(Eigen::MatrixXd::Zero(skeleton.rows(), skeleton.joints())),
      r_(skeleton.rows()),
      e_asked_(r_),
      e_start_(r_),
      theta_start_(skeleton.joints()),
      pull_(skeleton.joints()) {}

void PoseCost::begin(const Problem& problem, double epsilon) {
  targets_ = &problem.targets;
  epsilon_ = epsilon;
  share_ = 1;
  theta_start_ = problem.pose.theta;
  e_asked_ = problem.e;
  goal_errors(skeleton_, problem.pose, *targets_, e_start_);
  weigh(skeleton_, e_start_);
}

double PoseCost::operator()(const Eigen::VectorXd& theta, Eigen::VectorXd& gradient) {
  pose_.theta = theta;
  forward_kinematics(skeleton_, pose_);
  goal_errors(skeleton_, pose_, *targets_, r_);
  weigh(skeleton_, r_);
  r_ -= e_start_ - share_ * e_asked_;
  goal_jacobian(skeleton_, pose_, *targets_, false, J_);
  transpose_times(skeleton_, J_, r_, gradient);
  pull_ = theta - theta_start_;
  gradient = epsilon_ * pull_ - gradient;
  return 0.5 * r_.squaredNorm() + 0.5 * epsilon_ * pull_.squaredNorm();
}

}  // namespace ik
