#pragma once
#include <Eigen/Core>
#include <memory>
#include <numeric>
#include <string_view>
#include <vector>

#include "ik/methods/method.h"
#include "ik/solve/solver.h"
#include "support/goals.h"

namespace test {

/// A method alone, with a J and an e chosen by the test. J's zero blocks must be those of the body.
/// The method's other inputs may be changed.
class Bench {
 public:
  Eigen::VectorXd lower, upper, phi, rest;
  std::vector<int> order;
  std::vector<ik::Obstacle> obstacles;
  bool new_goal = false;
  ik::Pose pose;
  Eigen::Matrix3Xd targets;

  Bench(const ik::Skeleton& body, std::string_view method)
      : lower(Eigen::VectorXd::Constant(body.joints(), -1e300)),
        upper(-lower),
        phi(Eigen::VectorXd::Zero(body.joints())),
        rest(body.rest()),
        order(static_cast<size_t>(body.effectors())),
        pose(body),
        targets(Eigen::Matrix3Xd::Zero(3, body.effectors())),
        body_(body),
        settings_(ik::find_method(method).parameters()),
        method_(ik::find_method(method).make(body)) {
    std::iota(order.begin(), order.end(), 0);
  }

  Bench& set(std::string_view key, double value) {
    settings_.set(key, value);
    configured_ = false;
    return *this;
  }

  Eigen::VectorXd step(const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                       ik::StepCap cap = {1e300, 1e300}) {
    if (!configured_) method_->configure(settings_);
    configured_ = true;
    Eigen::VectorXd inverse_cap(J.cols());
    ik::inverse_caps(body_, cap, inverse_cap);
    Eigen::VectorXd dtheta = Eigen::VectorXd::Constant(J.cols(), 1e9);  // must be overwritten
    clamped_ = method_->step(problem(J, e, inverse_cap), dtheta);
    return dtheta;
  }
  /// Returns the input that a solver gives to its method. The three arguments must outlive it.
  ik::Problem problem(const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                      const Eigen::VectorXd& inverse_cap) {
    return {.skeleton = body_,
            .pose = pose,
            .targets = targets,
            .J = J,
            .J_usual = J,
            .e = e,
            .inverse_cap = inverse_cap,
            .lower = lower,
            .upper = upper,
            .phi = phi,
            .rest = rest,
            .order = order,
            .obstacles = obstacles,
            .objectives = objectives_,
            .new_goal = new_goal};
  }
  /// Returns the step at theta towards the targets, 3 x k, for methods that use only the pose and
  /// e.
  Eigen::VectorXd step_at(const Eigen::VectorXd& theta, const Eigen::Matrix3Xd& goal_targets,
                          ik::StepCap cap = {1e300, 1e300}) {
    pose.theta = theta;
    ik::forward_kinematics(body_, pose);
    return step(Eigen::MatrixXd::Zero(body_.rows(), body_.joints()),
                errors_at(body_, theta, goal_targets), cap);
  }
  bool clamped() const { return clamped_; }  ///< the result of the last step
  ik::Method& method() { return *method_; }

 private:
  const ik::Skeleton& body_;
  base::Settings settings_;
  std::unique_ptr<ik::Method> method_;
  ik::ObjectiveSum objectives_;
  bool clamped_ = false, configured_ = false;
};

}  // namespace test
