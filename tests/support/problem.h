#pragma once
#include <Eigen/Core>
#include <memory>
#include <string_view>

#include "ik/method.h"
#include "ik/solver.h"

namespace test {

/// A method alone with a J and an e of the test's choice. J's zero blocks must be those of the
/// body.
class Bench {
 public:
  Bench(const ik::Skeleton& body, std::string_view method)
      : body_(body),
        pose_(body),
        targets_(Eigen::Matrix3Xd::Zero(3, body.effectors())),
        settings_(ik::find_method(method).parameters),
        method_(ik::find_method(method).make(body)) {}

  Bench& set(std::string_view key, double value) {
    settings_.set(key, value);
    return *this;
  }

  Eigen::VectorXd step(const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                       ik::StepCap cap = {1e300, 1e300}) {
    method_->configure(settings_);
    Eigen::VectorXd inverse_cap(J.cols());
    ik::inverse_caps(body_, cap, inverse_cap);
    Eigen::VectorXd dtheta = Eigen::VectorXd::Constant(J.cols(), 1e9);  // must be overwritten
    const ik::Problem problem{body_, pose_, targets_, J, e, inverse_cap};
    clamped_ = method_->step(problem, dtheta);
    return dtheta;
  }
  bool clamped() const { return clamped_; }  ///< what the last step returned

 private:
  const ik::Skeleton& body_;
  ik::Pose pose_;
  Eigen::Matrix3Xd targets_;
  ik::Settings settings_;
  std::unique_ptr<ik::Method> method_;
  bool clamped_ = false;
};

}  // namespace test
