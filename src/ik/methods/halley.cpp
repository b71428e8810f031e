// Halley's method, QuIK  (Lloyd, Irani and Ahmadi 2022): Newton's step delta = J^# e tells how the
// Jacobian changes on the way,  dtheta = (J + 1/2 H.delta)^# e.  Both inverses are damped.

#include <cmath>

#include "ik/linalg/svd.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/curvature.h"
#include "ik/methods/parts/damping.h"

namespace ik {
namespace {

const base::Parameter halley_lambda = base::log_scaled(
    "lambda", "λ", "unit/rad", {0, 10, 0.05},
    {.length_power = 1,
     .explanation =
         "Damping of both inverses: keeps steps short near singularities. A larger value slows the "
         "last updates to a target, which then are no faster than those of damped least squares.",
     .source = "Lloyd, Irani and Ahmadi 2022",
     .primary = true});

class Halley final : public base::Clonable<Method, Halley> {
 public:
  explicit Halley(const Skeleton& skeleton)
      : svd_(skeleton.rows(), skeleton.joints()),
        curvature_(skeleton),
        A_(skeleton.rows(), skeleton.joints()),
        delta_(skeleton.joints()),
        bend_(skeleton.rows()) {}

  void configure(const base::Settings& settings) override { lambda_ = settings[halley_lambda]; }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    svd_.compute(problem.J);
    invert(svd_, problem.e, delta_);
    const double before = problem.e.squaredNorm();
    dtheta = delta_;
    bend_share_ = 0;
    if (!problem.skeleton.loops().empty() || before == 0) return false;
    clamp_max_abs<double>(delta_, problem.inverse_cap);
    A_ = problem.J;
    curvature_.add_half(problem, delta_, A_);
    curved_svd_.compute(A_);
    A_ -= problem.J;
    bend_.noalias() = A_.lazyProduct(delta_);
    bend_share_ = bend_.norm() / std::sqrt(before);
    invert(curved_svd_, problem.e, dtheta);
    return false;
  }

  void reset() override {
    svd_.reset();
    curved_svd_ = svd_;
  }
  const Svd* svd() const override { return &svd_; }
  ReadingsOf<double> readings() const override { return {bend_share_}; }

 private:
  void invert(const Svd& svd, const Eigen::VectorXd& e, Eigen::VectorXd& x) const {
    const auto part = [this](int, double sigma, double share) {
      return damped(sigma, lambda_) * share;
    };
    sum_over_directions(svd, e, svd.noise(), part, x);
  }

  double lambda_ = 0, bend_share_ = 0;
  Svd svd_, curved_svd_ = svd_;  // of J and of J + 1/2 H.delta
  Curvature curvature_;
  Eigen::MatrixXd A_;
  Eigen::VectorXd delta_, bend_;
};

}  // namespace

void declare_halley(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "halley",
      .title = "Halley's method (QuIK)",
      .short_title = "Halley",
      .rank = 130,
      .formula = "Δθ = (J + ½ H·δ)⁺ e,   δ = J⁺ e",
      .when = "For exact answers in few updates: near a solution the number of correct digits "
              "triples in an update, where Newton's method doubles it.",
      .hint = "Hold a target still within reach and lower λ: two or three updates bring the error "
              "to rounding.",
      .source = "Lloyd, Irani and Ahmadi 2022",
      .own = {halley_lambda},
      .defaults = {.max_angle_deg = 30},
      .without = {"jacobian"},
      .null_space = NullSpace::Added,
      .readings = {{"curvature", "",
                    "How much the curvature bends Newton's step, beside the error: near 0 both "
                    "methods make the same step."}},
      .symbols = {{"H·δ",
                   "how J changes along δ: column k is the sum over the joints j of ∂²s/∂θⱼ∂θₖ δⱼ"},
                  {"J⁺", "the inverse of J, damped: σ/(σ²+λ²) in place of 1/σ"},
                  {"δ", "Newton's step"},
                  {"⁺", "the inverse, damped"}},
      .cost = 8,
      .make = [](const Skeleton& body) { return std::make_unique<Halley>(body); },
  });
}

}  // namespace ik
