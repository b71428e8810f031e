// Weighted least norm  (Chan and Dubey 1995):  dtheta minimises dtheta^T W dtheta among the steps
// that do as much for the effectors,
//   dtheta = W^-1 J^T (J W^-1 J^T + lambda^2 I)^-1 e,
// which is W^-1/2 times the damped step of J W^-1/2. A joint weighs the more the nearer its limits:
//   W_jj = 1 + w |dH/dtheta_j| unless that falls, else 1,
//   H = sum_j (u - l)^2 / (4 (u - theta) (theta - l)).
// At a limit and beyond it W_jj is infinite for steps outwards and 1 for steps back.

#include <algorithm>
#include <cmath>
#include <limits>

#include "ik/methods/method.h"
#include "ik/methods/parts/damping.h"

namespace ik {
namespace {

const base::Parameter limit_weight{
    .key = "limit_weight",
    .symbol = "w_lim",
    .unit = "rad",
    .max = 100,
    .default_value = 1,
    .scale = base::Scale::Log,
    .explanation =
        "How early joints slow down on their way to a limit: they weigh 1 + w_lim "
        "|∂H/∂θⱼ|. At 0 all weigh the same, which is damped least squares.",
    .source = "Chan and Dubey 1995",
};

std::vector<base::Parameter> wln_parameters() {
  std::vector<base::Parameter> all = Damping::parameters();
  all.push_back(limit_weight);
  return all;
}

/// |dH/dtheta_j| = (u-l)^2 |2 theta - u - l| / (4 (u-theta)^2 (theta-l)^2), 1/rad, where the limits
/// are that far below and above theta, rad: 0 unless there are two, infinite at one and beyond it.
double steepness(double below, double above) {
  const double range = below + above, infinity = std::numeric_limits<double>::infinity();
  if (!(range < infinity)) return 0;
  if (!(below > 0 && above > 0)) return infinity;
  const double x = below / range, y = above / range;
  return std::abs(x - y) /
         std::max(4 * (range * x * x * y * y), std::numeric_limits<double>::min());
}

class Wln final : public base::Clonable<Method, Wln> {
 public:
  explicit Wln(const Skeleton& skeleton)
      : dls_(find_method("dls").make(skeleton)),
        J_weighted_(skeleton.rows(), skeleton.joints()),
        root_(Eigen::VectorXd::Ones(skeleton.joints())),
        steepness_(Eigen::VectorXd::Zero(skeleton.joints())),
        ends_(static_cast<size_t>(skeleton.joints())) {}

  void configure(const base::Settings& settings) override {
    weight_ = settings[limit_weight];
    const base::Parameter& slide = common::slide_length();
    slide_length_ = settings.has(slide.key) ? settings[slide] : 1;
    dls_->configure(settings);
  }

  void hold(std::span<const int> joints) override {
    held_.assign(joints.begin(), joints.end());
    dls_->hold(joints);
  }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    if (problem.new_goal) steepness_.setZero();
    find_weights(problem);
    do {
      J_weighted_ = problem.J * root_.asDiagonal();
      dls_->step(with_weights(problem), dtheta);
      dtheta.array() *= root_.array();
    } while (stop_at_limits(dtheta));
    return false;
  }

  void reset() override {
    dls_->reset();
    steepness_.setZero();
    root_.setOnes();
  }

  void read(std::span<double> values) const override {
    dls_->read(values.first(1));
    Eigen::Index joint = 0;
    const double least = root_.minCoeff(&joint);
    values[1] = least * least;
    values[2] = least < 1 ? static_cast<double>(joint + 1) : 0;
  }

 private:
  struct Ends {
    bool lower = false, upper = false;
  };

  /// W^-1/2. The pose before, which after a restart or a jump counts as far from limits, tells.
  void find_weights(const Problem& problem) {
    constexpr double rounding = 1e-12;
    constexpr double least = 1e-8;  // 1/W below this: a joint so slow might never leave its limit
    for (int j = 0; j < problem.skeleton.joints(); ++j) {
      const double theta = problem.pose.theta[j];
      // H does not depend on the stiffness of the joint, which is in the coordinates.
      const double unit = problem.skeleton.revolute(j) ? 1 : slide_length_;
      const double below = (theta - problem.skeleton.lower(j)) / unit;
      const double above = (problem.skeleton.upper(j) - theta) / unit;
      const double now = steepness(below, above), before = steepness_[j];
      steepness_[j] = now;
      root_[j] = 1;
      ends_[j] = {};
      if (weight_ == 0) continue;
      const double inverse = 1 / (1 + weight_ * now);
      if (inverse < least)
        ends_[j] = {.lower = below <= above, .upper = above <= below};
      else if (now >= before * (1 - rounding))
        root_[j] = std::sqrt(inverse);
    }
    for (const int j : held_) {
      root_[j] = 1;
      ends_[j] = {};
    }
  }

  /// Makes W infinite for joints that the step takes out of their limits. Returns whether there are
  /// any: the others have to make up for them.
  bool stop_at_limits(const Eigen::VectorXd& dtheta) {
    bool any = false;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
      if (!(ends_[j].upper && dtheta[j] > 0) && !(ends_[j].lower && dtheta[j] < 0)) continue;
      root_[j] = 0;
      any = true;
    }
    return any;
  }

  Problem with_weights(const Problem& problem) const {
    return {.skeleton = problem.skeleton,
            .pose = problem.pose,
            .targets = problem.targets,
            .J = J_weighted_,
            .J_usual = problem.J_usual,
            .e = problem.e,
            .inverse_cap = problem.inverse_cap,
            .lower = problem.lower,
            .upper = problem.upper,
            .phi = problem.phi,
            .rest = problem.rest,
            .order = problem.order,
            .obstacles = problem.obstacles,
            .objectives = problem.objectives,
            .new_goal = problem.new_goal,
            .at_rest = problem.at_rest,
            .weights = problem.weights,
            .per_radian = problem.per_radian};
  }

  double weight_ = 0, slide_length_ = 1;
  std::vector<int> held_;
  base::Cloned<Method> dls_;
  Eigen::MatrixXd J_weighted_;  // J W^-1/2
  Eigen::VectorXd root_;        // W^-1/2
  Eigen::VectorXd steepness_;   // |dH/dtheta_j| in the update before
  std::vector<Ends> ends_;
};

}  // namespace

void declare_wln(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "wln",
      .title = "Weighted least norm",
      .short_title = "WLN",
      .rank = 150,
      .formula = "Δθ = W⁻¹ Jᵀ (J W⁻¹ Jᵀ + λ²I)⁻¹ e,   Wⱼⱼ = 1 + w_lim |∂H/∂θⱼ|",
      .when = "For joints with limits and more joints than the task needs: joints slow down on "
              "their way to a limit and others move in their place. Without limits it is DLS.",
      .hint = "Switch the limits off and compare with DLS on an arm with limits: only DLS runs "
              "over them.",
      .source = "Chan and Dubey 1995",
      .own = wln_parameters(),
      .defaults = {.max_angle_deg = 10},
      .null_space = NullSpace::Added,
      .readings = {{"λ", "unit/rad", "The damping constant of the step."},
                   {"1/W", "",
                    "The smallest of all joints: 1 where none is slowed, 0 where one is kept at "
                    "its limit."},
                   {"joint", "", "The number of that joint, from 1; 0 if none is slowed."}},
      .symbols = {{"W", "the weights of the joints; Wⱼⱼ is 1 while |∂H/∂θⱼ| falls"},
                  {"H",
                   "how near the joints are to their limits: Σ (u − l)² / (4 (u − θ) (θ − l))"}},
      .cost = 2,
      .make = [](const Skeleton& body) { return std::make_unique<Wln>(body); },
  });
}

}  // namespace ik
