// Damped least squares  (B §5, eq. 11):  dtheta = J^T (J J^T + lambda^2 I)^-1 e;
// with fewer joints than rows, the equal (J^T J + lambda^2 I)^-1 J^T e  (eq. 10).

#include "ik/cholesky.h"
#include "ik/jacobian.h"
#include "ik/method.h"

namespace ik {
namespace {

const Parameter lambda{
    .key = "lambda",
    .symbol = "λ",
    .unit = "unit/rad",
    .min = 0,
    .max = 10,
    .standard = 0.6,
    .scale = Scale::Log,
    .explanation =
        "Damping: weighs the size of the step against the error it removes. Too small "
        "shakes near singularities, too large lags behind the targets.",
    .source = "Buss §5 eq. 11",
};

class Dls final : public Method {
 public:
  explicit Dls(const Skeleton& skeleton)
      : wide_(skeleton.rows() <= skeleton.joints()),
        A_(std::min(skeleton.rows(), skeleton.joints()),
           std::min(skeleton.rows(), skeleton.joints())),
        f_(A_.rows()),
        svd_(skeleton.rows(), skeleton.joints()) {}

  void configure(const Settings& settings) override { lambda_ = settings[lambda]; }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    const Eigen::MatrixXd& J = problem.J;
    const Eigen::VectorXd& e = problem.e;
    if (wide_) {
      gram(problem.skeleton, J, A_);
      f_ = e;
    } else {
      A_.noalias() = J.transpose().lazyProduct(J);
      transpose_times(problem.skeleton, J, e, f_);
    }
    A_.diagonal().array() += lambda_ * lambda_;

    if (!solve_positive_definite(A_, f_)) {  // lambda is zero, or as good as zero here
      step_by_svd(J, e, dtheta);
    } else if (wide_) {
      transpose_times(problem.skeleton, J, f_, dtheta);
    } else {
      dtheta = f_;
    }
    return false;
  }

  void reset() override { svd_ = Svd(svd_.rows(), svd_.columns()); }

 private:
  /// dtheta = sum sigma_i / (sigma_i^2 + lambda^2) v_i (u_i^T e)  (B §6), the pseudoinverse if
  /// lambda is zero: slower, and as exact as ever where J J^T is nearly singular.
  void step_by_svd(const Eigen::MatrixXd& J, const Eigen::VectorXd& e, Eigen::VectorXd& dtheta) {
    svd_.compute(J);
    dtheta.setZero();
    for (int i = 0; i < svd_.rows() && svd_.sigma()[i] > svd_.noise(); ++i) {
      const double sigma = svd_.sigma()[i];
      dtheta +=
          (sigma / (sigma * sigma + lambda_ * lambda_) * svd_.U().col(i).dot(e)) * svd_.V().col(i);
    }
  }

  double lambda_ = 0;
  bool wide_;
  Eigen::MatrixXd A_;
  Eigen::VectorXd f_;
  Svd svd_;
};

const Registered<MethodInfo> registered{{
    .name = "dls",
    .title = "Damped least squares",
    .rank = 30,
    .formula = "Δθ = Jᵀ (JJᵀ + λ²I)⁻¹ e",
    .when = "The dependable choice when a damping constant can be set ahead of time; with D_max on "
            "(DLS') a smaller one will do.",
    .hint = "Drag λ down and watch the shaking start; then up, and see what it costs.",
    .source = "Buss §5 eq. 11",
    .own = {lambda},
    .defaults = {.max_angle_deg = 45},
    .null_space = NullSpace::Added,
    .make = [](const Skeleton& skeleton) { return std::make_unique<Dls>(skeleton); },
}};

}  // namespace
}  // namespace ik
