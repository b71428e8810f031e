// Nonlinear programming  (SNU §3; Zhao and Badler): the pose that minimises
// F(theta) = 1/2 |f(theta) - X|^2 + 1/2 epsilon |q - q_0|^2  subject to  l <= theta <= u,
// by L-BFGS-B. Where the answer is further away than the largest step gamma it is sought once more
// with that as a bound, l := max(l, theta_0 - gamma), u := min(u, theta_0 + gamma): scaled down it
// would be no minimum. The way to X may be cut into M + 1 parts, Y_i = Y + s(i/(M+1)) (X - Y), each
// started from the answer of the one before it.

#include <LBFGSB.h>

#include <algorithm>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "base/random.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/pose_cost.h"
#include "ik/model/trigonometry.h"

/// The library's order of the bounds that a step meets, by index where it meets them at once: else
/// it would be what a system's std::sort leaves, and the last digits with it.
template <>
class LBFGSpp::ArgSort<double> {
 public:
  explicit ArgSort(const Eigen::VectorXd& values) : values_(values) {}
  void sort_key(std::vector<int>& keys) const {
    std::ranges::sort(keys, [this](int a, int b) {
      return values_[a] != values_[b] ? values_[a] < values_[b] : a < b;
    });
  }

 private:
  const Eigen::VectorXd& values_;
};

namespace ik {
namespace {

const base::Parameter epsilon = base::log_scaled(
    "epsilon", "ε", "unit²/rad²", {0, 10, 0.01},
    {.length_power = 2,
     .explanation = "Weight of the distance from the pose at the start of the update (Tikhonov): "
                    "among equally good poses it prefers a near one; too much makes the body slow.",
     .source = "SNU §3"});

const base::Parameter subdivisions = base::linear(
    "subdivisions", "M", "", {0, 20, 0},
    {.integer = true,
     .explanation =
         "Intermediate targets that are solved for first, one after the other; a distant target is "
         "then reached in a nearer pose. Whether this avoids local minima depends on the body.",
     .source = "SNU §3"});

const base::Parameter way =
    base::choice("way", "s(u)", {"linear", "smooth"},
                 {.explanation = "Spacing of the intermediate targets: even, or closer together at "
                                 "both ends, (1 − cos πu)/2.",
                  .source = "SNU §3"});

const base::Parameter lbfgs_iterations = base::log_scaled(
    "iterations", "N_it", "", {1, 200, 20},
    {.integer = true,
     .explanation = "Largest number of iterations of L-BFGS-B for each intermediate target.",
     .source = "Zhao and Badler 1994"});

const base::Parameter retry =
    base::toggle("perturb", "δ", true,
                 "Whether a body that is stuck (small gradient, large error) tries again in the "
                 "same update from a slightly perturbed pose; the better answer is used.",
                 "SNU §1, §3");

class Nlp final : public base::Clonable<Method, Nlp> {
 public:
  explicit Nlp(const Skeleton& skeleton)
      : per_square_(1 / (skeleton.scale() * skeleton.scale())),
        cost_(skeleton),
        theta_(Eigen::VectorXd::Zero(skeleton.joints())) {}

  void configure(const base::Settings& settings) override {
    epsilon_ = settings[epsilon];
    parts_ = 1 + static_cast<int>(settings[subdivisions]);
    smooth_ = settings.flag(way);
    library_.param.max_iterations = static_cast<int>(settings[lbfgs_iterations]);
    retry_ = settings.flag(retry);
  }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    cost_.begin(problem, epsilon_);
    evaluations_ = 0;
    now_ = problem.pose.theta;
    lower_limit_ = problem.lower;
    upper_limit_ = problem.upper;
    for (Eigen::VectorXd* x : {&now_, &lower_limit_, &upper_limit_}) problem.to_q(*x);
    per_radian_ = problem.per_radian;
    lower_ = lower_limit_;
    upper_ = upper_limit_;
    start_ = now_;
    if (perturb_once_) disturb(problem, start_);
    perturb_once_ = false;
    search(problem, dtheta);
    if (step_ratio(dtheta, problem.inverse_cap) <= 1) return false;
    lower_ = lower_.cwiseMax(now_ - problem.inverse_cap.cwiseInverse());
    upper_ = upper_.cwiseMin(now_ + problem.inverse_cap.cwiseInverse());
    search(problem, dtheta);
    return step_ratio(dtheta, problem.inverse_cap) >= 1 - 1e-12;
  }

  void reset() override {
    random_ = base::Random();
    perturb_once_ = false;
  }
  void perturb() override { perturb_once_ = true; }

  ReadingsOf<double> readings() const override {
    return {static_cast<double>(evaluations_), best_.F, best_.downhill};
  }

 private:
  static constexpr double shake = 0.1;         // rad, or typical links
  static constexpr double worth_moving = 0.9;  // else a target out of reach would make it shake

  struct Answer {
    Eigen::VectorXd q, gradient;
    double F = 0, error = 0;
    double downhill = 0;  ///< length of the projected gradient
  };

  static LBFGSpp::LBFGSBParam<double> parameters_of_the_library() {
    LBFGSpp::LBFGSBParam<double> param;
    param.m = 5;
    param.epsilon = 1e-9;  // of the projected gradient
    param.epsilon_rel = 0;
    param.past = 1;
    param.delta = 1e-14;  // of F's change
    return param;
  }

  /// Searches from start_ through the parts of the path, within the bounds.
  void search(const Problem& problem, Eigen::VectorXd& dtheta) {
    best_.q = start_.cwiseMax(lower_).cwiseMin(upper_);
    for (int i = 1; i <= parts_; ++i) {
      const double u = static_cast<double>(i) / parts_;
      cost_.set_error_fraction(smooth_ ? (1 - cos(std::numbers::pi * u)) / 2 : u);
      minimise();
    }
    if (retry_ && stuck(problem)) {
      first_ = best_;
      disturb(problem, best_.q);
      minimise();
      if (best_.F > worth_moving * first_.F) best_ = first_;
    }
    dtheta = best_.q - now_;
  }

  /// Minimises from best_.q and keeps the best pose met within the bounds. The library throws where
  /// its line search fails, as at a minimum blurred by rounding, and could continue from a NaN.
  void minimise() {
    q_ = best_.q;
    best_.F = infinity;
    auto F = [&](const Eigen::VectorXd& q, Eigen::VectorXd& gradient) {
      if (!q.allFinite()) throw std::domain_error("the line search failed");
      theta_ = q;
      if (per_radian_) theta_ = theta_.cwiseProduct(*per_radian_);
      const double value = cost_(theta_, gradient);
      ++evaluations_;
      if (value < best_.F) {
        best_.q = q;
        best_.gradient = gradient;
        best_.F = value;
        best_.error = cost_.error();
      }
      gradient *= per_square_;
      return per_square_ * value;
    };
    double value = 0, before;
    const int most = evaluations_ + 2 * library_.param.max_iterations;
    do {
      before = best_.F;
      try {
        library_.minimiser.minimize(F, q_, value, lower_, upper_);
        break;
      } catch (const std::exception&) {
        q_ = best_.q;  // once more, the curvature forgotten, as long as that helps
      }
    } while (best_.F < (1 - 1e-6) * before && evaluations_ < most);
    best_.q = best_.q.cwiseMax(lower_).cwiseMin(upper_);
    best_.downhill = downhill(lower_, upper_);
  }

  double downhill(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) const {
    const Eigen::VectorXd there = best_.q - per_square_ * best_.gradient;
    return (there.cwiseMax(lower).cwiseMin(upper) - best_.q).norm() / per_square_;
  }

  /// Returns whether the search rests in a local minimum, not only at the end of the largest step.
  bool stuck(const Problem& problem) const {
    const double link = problem.skeleton.characteristic_length();
    return best_.error > 1e-2 * link &&
           downhill(lower_limit_, upper_limit_) < 1e-3 * best_.error * link;
  }

  void disturb(const Problem& problem, Eigen::VectorXd& q) {
    const double link = problem.skeleton.characteristic_length();
    for (int j = 0; j < q.size(); ++j) {
      const double size = problem.skeleton.revolute(j) ? 1 : link;
      q[j] += random_.uniform(-shake, shake) * (per_radian_ ? size / (*per_radian_)[j] : size);
    }
    q = q.cwiseMax(lower_).cwiseMin(upper_);
  }

  double per_square_;  // of the body's scale: the library's tolerances are for its F of any unit
  double epsilon_ = 0;
  int parts_ = 1;
  bool smooth_ = false, retry_ = false, perturb_once_ = false;
  PoseCost cost_;
  struct Library {
    LBFGSpp::LBFGSBParam<double> param = parameters_of_the_library();
    LBFGSpp::LBFGSBSolver<double> minimiser{param};  // refers to it, keeps nothing between calls
    Library() = default;
    Library(const Library& other) : param(other.param) {}
  } library_;
  // n. q, but for theta_; lower_, upper_: bounds of the search
  Eigen::VectorXd theta_, q_ = theta_, now_ = theta_, start_ = theta_;
  Eigen::VectorXd lower_ = theta_, upper_ = theta_, lower_limit_ = theta_, upper_limit_ = theta_;
  const Eigen::VectorXd* per_radian_ = nullptr;
  Answer best_{theta_, theta_}, first_ = best_;
  int evaluations_ = 0;
  base::Random random_;
};

}  // namespace

void declare_nlp(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "nlp",
      .title = "Nonlinear programming",
      .short_title = "NLP",
      .rank = 70,
      .formula = "minimise ½|f(θ) − X|² + ½ε|θ − θ₀|²   subject to   l ≤ θ ≤ u,   by L-BFGS-B",
      .when = "Solves for the whole pose in one update, within the joint limits and with goals of "
              "any kind; ten to some hundred times slower than damped least squares.",
      .hint = "Move a target far away: the effector is there in one update. Then raise M and "
              "compare the poses.",
      .source = "SNU §3; Zhao and Badler 1994",
      .own = {epsilon, subdivisions, way, lbfgs_iterations, retry},
      .defaults = {.max_angle_deg = 180},
      .without = {"jacobian"},
      .readings = {{"evaluations", "", "Evaluations of F and its gradient in the update."},
                   {"F", "unit²", "F at the pose found."},
                   {"gradient |∇F|", "unit²/rad",
                    "Length of F's gradient there, projected on the bounds: zero at a minimum."}},
      .symbols = {{"f", "the effectors' positions at a pose"},
                  {"X", "the targets"},
                  {"θ₀", "the joint coordinates at the start of the update"},
                  {"l", "the joints' lower limits, or the bounds set by γₘₐₓ"},
                  {"u", "the joints' upper limits, or the bounds set by γₘₐₓ"},
                  {"by L-BFGS-B", "a quasi-Newton method with bounds"}},
      .allocates = true,
      .cost = 400,
      .make = [](const Skeleton& skeleton) { return std::make_unique<Nlp>(skeleton); },
      .keeps_bounds = true,
  });
}

}  // namespace ik
