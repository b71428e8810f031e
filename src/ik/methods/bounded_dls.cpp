// Damped least squares within the joint limits  (SNU §7):  minimise
// |[J; lambda I] dtheta - [e; 0]|^2  subject to  l - theta <= dtheta <= u - theta.

#include "ik/linalg/bounded_least_squares.h"
#include "ik/linalg/null_space.h"
#include "ik/methods/damping.h"
#include "ik/methods/method.h"

namespace ik {
namespace {

/// λ as in DLS, but not zero: without damping the solution may not be unique.
const base::Parameter lambda = [] {
  base::Parameter parameter = Damping::lambda_parameter();
  parameter.min = 1e-3;
  parameter.needs = {};
  return parameter;
}();

class BoundedDls final : public base::Clonable<Method, BoundedDls> {
 public:
  explicit BoundedDls(const Skeleton& skeleton)
      : least_squares_(skeleton.rows(), skeleton.joints()),
        lower_(skeleton.joints()),
        upper_(lower_),
        null_space_(skeleton.rows(), skeleton.joints()) {}

  void configure(const base::Settings& settings) override { lambda_ = settings[lambda]; }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    lower_ = problem.lower - problem.pose.theta;
    upper_ = problem.upper - problem.pose.theta;
    problem.to_q(lower_);
    problem.to_q(upper_);
    least_squares_.solve(problem.skeleton, problem.J, problem.e, lambda_, lower_, upper_, dtheta);
    if (problem.phi.isZero(0)) return false;
    null_space_.add(problem.skeleton, problem.J_usual, problem.phi, lower_, upper_, dtheta);
    dtheta = dtheta.cwiseMax(lower_).cwiseMin(upper_);
    return false;
  }

  void reset() override { least_squares_.forget(); }

  double effort() const override { return least_squares_.effort(); }
  void read(std::span<double> values) const override { values[0] = least_squares_.held(); }
  /// Returns the gain of DLS while no joint is at a limit.
  double gain(int, double sigma) const override {
    return least_squares_.held() == 0 ? damped(sigma, lambda_)
                                      : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  double lambda_ = 0;
  BoundedLeastSquares least_squares_;
  Eigen::VectorXd lower_, upper_;  // of the step
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
      .own = {lambda},
      .defaults = {.max_angle_deg = 45},
      .null_space = NullSpace::Own,
      .readings = {{"joints held", "", "Number of joints whose limits shorten this step."}},
      .gain = "σ/(σ²+λ²)",
      .symbols = {{"l", "the joints' lower limits"}, {"u", "the joints' upper limits"}},
      .make = [](const Skeleton& skeleton) { return std::make_unique<BoundedDls>(skeleton); },
  });
}

}  // namespace ik
