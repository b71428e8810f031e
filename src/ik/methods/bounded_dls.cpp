// Damped least squares within the joint limits  (SNU §7):  minimise
// |[J; lambda I] dtheta - [e; 0]|^2  subject to  l - theta <= dtheta <= u - theta.

#include <algorithm>

#include "ik/linalg/bounded_least_squares.h"
#include "ik/linalg/null_space.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/damping.h"

namespace ik {
namespace {

/// λ and λ_floor as in DLS, but not zero: without damping the solution may not be unique.
base::Parameter not_zero(base::Parameter parameter, double min) {
  parameter.min = min;
  return parameter;
}

const base::Parameter& of_dls(std::string_view key) {
  return *std::ranges::find(Damping::parameters(), key, &base::Parameter::key);
}

const base::Parameter lambda = not_zero(of_dls("lambda"), 1e-3),
                      error_factor = of_dls("error_factor"),
                      lambda_floor = not_zero(of_dls("lambda_floor"), 1e-6);

/// The choices of DLS that need no singular values, which bounds change.
const base::Parameter damping = [] {
  base::Parameter parameter = of_dls("damping");
  parameter.choices = {"fixed", "error"};
  parameter.choice_titles = {};
  parameter.explanation = "How the damping of a step is chosen: always λ, or c times the error.";
  parameter.source = "Chan and Lawrence 1988";
  return parameter;
}();

class BoundedDls final : public base::Clonable<Method, BoundedDls> {
 public:
  explicit BoundedDls(const Skeleton& skeleton)
      : least_squares_(skeleton.rows(), skeleton.joints()),
        lower_(Eigen::VectorXd::Zero(skeleton.joints())),
        null_space_(skeleton.rows(), skeleton.joints()) {}

  void configure(const base::Settings& settings) override {
    by_error_ = settings.flag(damping);
    lambda_ = settings[lambda];
    factor_ = settings[error_factor];
    floor_ = settings[lambda_floor];
  }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    problem.find_bounds(lower_, upper_);
    if (by_error_) lambda_ = hypot(factor_ * problem.e.norm(), floor_);
    least_squares_.solve(problem.skeleton, problem.J, problem.e, lambda_, lower_, upper_, dtheta);
    if (problem.phi.isZero(0)) return false;
    null_space_.add(problem.skeleton, problem.J_usual, problem.phi, lower_, upper_, dtheta);
    dtheta = dtheta.cwiseMax(lower_).cwiseMin(upper_);
    return false;
  }

  void reset() override { least_squares_.forget_active_set(); }

  double relative_cost() const override { return least_squares_.relative_cost(); }
  ReadingsOf<double> readings() const override {
    return {static_cast<double>(least_squares_.held_count())};
  }
  /// Returns the gain of DLS while no joint is at a limit.
  double gain(int, double sigma) const override {
    return least_squares_.held_count() == 0 ? damped(sigma, lambda_) : not_a_number;
  }

 private:
  bool by_error_ = false;
  double lambda_ = 0, factor_ = 0, floor_ = 0;  // lambda_: of the last step
  BoundedLeastSquares least_squares_;
  Eigen::VectorXd lower_, upper_ = lower_;  // of the step
  NullSpaceStep null_space_;
};

}  // namespace

void declare_bounded_dls(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "bounded-dls",
      .title = "Bounded damped least squares",
      .short_title = "Bounded DLS",
      .rank = 90,
      .formula = "minimise |J Δθ − e|² + λ²|Δθ|²   subject to   l ≤ θ + Δθ ≤ u",
      .when = "For bodies with joint limits: the free joints compensate for those at a limit, "
              "where clipping the step of another method gets stuck.",
      .hint = "Compare with DLS on a body with limits: both keep them, but this one keeps moving.",
      .source = "SNU §7; Stark and Parker 1995",
      .own = {lambda, damping, error_factor, lambda_floor},
      .defaults = {.max_angle_deg = 45},
      .null_space = NullSpace::Own,
      .readings = {{"joints held", "", "Number of joints whose limits shorten this step."}},
      .gain = "σ/(σ²+λ²)",
      .symbols = {{"l", "the joints' lower limits"}, {"u", "the joints' upper limits"}},
      .make = [](const Skeleton& skeleton) { return std::make_unique<BoundedDls>(skeleton); },
      .keeps_bounds = true,
  });
}

}  // namespace ik
