// Levenberg-Marquardt:  dtheta = (J^T J + W)^-1 J^T e,  E = 1/2 |e|^2, with one W for all joints,
// mu times one of
//   lambda^2       Wampler 1986
//   c E            Chan and Lawrence 1988
//   E + b l^2      Sugihara 2011, l the characteristic length of the links.
// With acceptance (Marquardt 1963) E falls in every update: a step after which it is smaller is
// made and mu falls by the factor nu; else mu rises by nu and the step is tried again.

#include <algorithm>
#include <cmath>

#include "ik/linalg/svd.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/damping.h"
#include "ik/methods/parts/pose_cost.h"
#include "ik/model/jacobian.h"

namespace ik {
namespace {

const base::Parameter lm_rule = base::choice(
    "lm_damping", "W_n", {"wampler", "chan", "sugihara"},
    {.title = "damping",
     .choice_titles = {"Wampler", "Chan", "Sugihara"},
     .explanation = "How the damping of a step is chosen: always λ²; c times E, half the squared "
                    "error; or E and a small constant, b l², l the mean length of the links.",
     .source = "Wampler 1986; Chan and Lawrence 1988; Sugihara 2011"});

const base::Parameter lm_lambda =
    base::log_scaled("lambda", "λ", "unit/rad", {1e-3, 10, 0.3},
                     {.length_power = 1,
                      .explanation = "Damping: weights the size of the step against the error it "
                                     "removes. With acceptance it is where the damping starts.",
                      .source = "Wampler 1986",
                      .primary = true,
                      .needs = {lm_rule.key, {"wampler"}}});

const base::Parameter chan_factor =
    base::log_scaled("chan_factor", "c", "", {1e-6, 100, 1},
                     {.explanation = "Damping by the error is c times E: a number without a unit, "
                                     "so that a body of any size moves alike.",
                      .source = "Chan and Lawrence 1988",
                      .needs = {lm_rule.key, {"chan"}}});

const base::Parameter sugihara_bias = base::log_scaled(
    "sugihara_bias", "b", "", {1e-6, 1, 1e-3},
    {.explanation = "The part of the damping that is left at the targets, beside the square of the "
                    "mean length of the links; the paper uses 0.001 to 0.01.",
     .source = "Sugihara 2011",
     .needs = {lm_rule.key, {"sugihara"}}});

const base::Parameter lm_acceptance =
    base::toggle("accept", "E↓", true,
                 "Whether a step is made only if it lowers the error: if not, it is tried again "
                 "with more damping.",
                 "Marquardt 1963");

const base::Parameter lm_factor =
    base::log_scaled("damping_factor", "ν", "", {1.1, 100, 4},
                     {.explanation = "Factor by which the damping falls after a step that lowers "
                                     "the error, and rises after one that does not.",
                      .source = "Marquardt 1963",
                      .needs = {lm_acceptance.key, {"on"}}});

const base::Parameter lm_tries = base::log_scaled(
    "tries", "N_try", "", {1, 50, 10},
    {.integer = true,
     .explanation = "Steps that are tried in one update at most; if none lowers the error the body "
                    "stays, and the next update begins with more damping.",
     .source = "Marquardt 1963",
     .needs = {lm_acceptance.key, {"on"}}});

class LevenbergMarquardt final : public base::Clonable<Method, LevenbergMarquardt> {
 public:
  explicit LevenbergMarquardt(const Skeleton& skeleton)
      : length2_(skeleton.characteristic_length() * skeleton.characteristic_length()),
        J_free_(skeleton.rows(), skeleton.joints()),
        svd_(skeleton.rows(), skeleton.joints()),
        cost_(skeleton),
        theta_(Eigen::VectorXd::Zero(skeleton.joints())),
        left_(skeleton.rows()) {}

  void configure(const base::Settings& settings) override {
    rule_ = static_cast<Rule>(settings[lm_rule]);
    lambda_ = settings[lm_lambda];
    chan_ = settings[chan_factor];
    bias_ = settings[sugihara_bias];
    accept_ = settings.flag(lm_acceptance);
    factor_ = settings[lm_factor];
    most_tries_ = static_cast<int>(settings[lm_tries]);
    mu_ = 1;
  }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    if (!again_) begin(problem);
    again_ = false;
    if (gave_up_ || coasts_) {
      dtheta.setZero();
      return false;
    }
    ++tries_;
    damping_ = std::sqrt(mu_ * W());
    const auto part = [this](int, double sigma, double share) {
      return damped(sigma, damping_) * share;
    };
    sum_over_directions(svd_, problem.e, svd_.noise(), part, dtheta);
    return false;
  }

  /// E of the pose that clamps, limits and loops have left decides. A body that cannot stop at once
  /// makes no step first, and E may not rise beyond where that leads. Where J, too, predicts no
  /// change beyond rounding, a minimum is met: more damping would only slow the way to the next.
  bool accepts(const Problem& problem) override {
    if (gave_up_) return true;
    const double there = cost_.half_square(problem.pose);
    if (coasts_) {
      most_ = std::max(E_, there);
      coasts_ = false;
      again_ = true;
      return false;
    }
    moved_ = problem.pose.theta - theta_;
    problem.to_q(moved_);
    left_ = problem.e;
    left_.noalias() -= problem.J.lazyProduct(moved_);
    const double predicted = E_ - 0.5 * left_.squaredNorm();
    ratio_ = predicted > 0 ? (E_ - there) / predicted : 0;
    if (!accept_) return true;
    if (there < most_) {
      mu_ = std::max(mu_ / factor_, least_mu);
      return true;
    }
    ratio_ = 0;
    again_ = true;
    const bool at_minimum = std::abs(predicted) <= 1e-14 * E_ + 1e-28 * length2_;
    gave_up_ = at_minimum || tries_ >= most_tries_;
    if (!at_minimum) mu_ = std::min(mu_ * factor_, most_mu);
    return false;
  }

  void reset() override {
    svd_.reset();
    mu_ = 1;
  }
  const Svd* svd() const override { return is_free_ ? &svd_ : nullptr; }
  /// Returns the gain while no joint is kept at a limit.
  double gain(int, double sigma) const override {
    if (!is_free_) return not_a_number;
    return gave_up_ ? 0 : damped(sigma, damping_);
  }
  ReadingsOf<double> readings() const override {
    return {damping_, static_cast<double>(tries_), ratio_};
  }

 private:
  enum class Rule { Wampler, Chan, Sugihara };
  static constexpr double least_mu = 1e-4, most_mu = 1e10;

  void begin(const Problem& problem) {
    if (problem.new_goal) mu_ = 1;
    find_free_joints(problem);
    svd_.compute(J_free_);
    cost_.begin(problem, 0);
    theta_ = problem.pose.theta;
    E_ = most_ = 0.5 * problem.e.squaredNorm();
    coasts_ = accept_ && problem.coasts;
    tries_ = 0;
    ratio_ = 0;
    gave_up_ = false;
  }

  /// Joints at a limit that would lower E beyond it stay there, else clipping them would leave a
  /// step that need not lower E however short it is  (Bertsekas 1982).
  void find_free_joints(const Problem& problem) {
    transpose_times(problem.skeleton, problem.J, problem.e, downhill_);
    J_free_ = problem.J;
    is_free_ = true;
    for (Eigen::Index j = 0; j < downhill_.size(); ++j) {
      const double theta = problem.pose.theta[j];
      const bool outwards =
          downhill_[j] > 0 ? theta >= problem.upper[j] : theta <= problem.lower[j];
      if (downhill_[j] == 0 || !outwards) continue;
      J_free_.col(j).setZero();
      is_free_ = false;
    }
  }

  double W() const {
    if (rule_ == Rule::Wampler) return lambda_ * lambda_;
    return rule_ == Rule::Chan ? chan_ * E_ : E_ + bias_ * length2_;
  }

  double length2_;  // l^2
  Rule rule_ = Rule::Wampler;
  double lambda_ = 0, chan_ = 0, bias_ = 0, factor_ = 1;
  bool accept_ = false;
  int most_tries_ = 1;

  double mu_ = 1;
  // of the update: E where it began; of its last try: sqrt(mu W), the fall of E beside that which J
  // predicts
  double E_ = 0, damping_ = 0, ratio_ = 0;
  double most_ = 0;  // a step is made if E is less after it
  int tries_ = 0;
  bool again_ = false, gave_up_ = false;  // the next step is another try; there is no step
  bool coasts_ = false;                   // the next try is no step
  bool is_free_ = true;                   // no joint is kept at a limit
  Eigen::MatrixXd J_free_;                // J of the joints that are not
  Svd svd_;                               // of that
  PoseCost cost_;
  Eigen::VectorXd theta_, moved_ = theta_, downhill_ = theta_, left_;
};

}  // namespace

void declare_lm(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "lm",
      .title = "Levenberg-Marquardt",
      .short_title = "LM",
      .rank = 120,
      .formula = "Δθ = (Jᵀ J + Wₙ)⁻¹ Jᵀ e,   Wₙ = μ λ², μ c E or μ (E + b l²)",
      .when = "Converges to a local minimum of the error from every pose, whether or not the "
              "targets are within reach: the damping follows from what the steps achieve.",
      .hint = "Drag a target out of reach: the error falls in every update, nothing shakes. Then "
              "switch accept off.",
      .source = "Levenberg 1944; Marquardt 1963; Sugihara 2011",
      .own = {lm_lambda, lm_rule, chan_factor, sugihara_bias, lm_acceptance, lm_factor, lm_tries},
      .defaults = {.max_angle_deg = 45},
      .without = {"jacobian"},
      .readings = {{"√Wₙ", "unit/rad",
                    "The damping constant of the last step tried: λ in damped least squares."},
                   {"tries", "", "Steps tried in the update: those refused and the last one."},
                   {"gain ratio", "",
                    "How much half the squared error falls, as a part of what J predicts: near 1 "
                    "where J describes the step well, 0 where no step is made."}},
      .gain = "σ/(σ²+Wₙ)",
      .symbols = {{"μ",
                   "factor of the damping: it starts at 1, falls by ν after a step that "
                   "lowers E and rises by ν after one that does not"},
                  {"E", "half of |e|²"},
                  {"l", "the mean length of the links"}},
      .cost = 4,
      .make = [](const Skeleton& body) { return std::make_unique<LevenbergMarquardt>(body); },
      .judges = true,
  });
}

}  // namespace ik
