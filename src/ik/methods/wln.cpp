// Weighted least norm  (Chan and Dubey 1995):  dtheta minimises dtheta^T W dtheta among the steps
// that do as much for the effectors,
//   dtheta = W^-1 J^T (J W^-1 J^T + lambda^2 I)^-1 e,
// which is W^-1/2 times the damped step of J W^-1/2. A joint weighs the more the nearer its limits:
//   W_jj = 1 + w |dH/dtheta_j| unless that falls, else 1,
//   H = sum_j (u - l)^2 / (4 (u - theta) (theta - l)).
// At a limit and beyond it W_jj is infinite for steps outwards and 1 for steps back.

#include <cmath>
#include <limits>

#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/methods/parts/damping.h"

namespace ik {
namespace {

const base::Parameter limit_weight = base::log_scaled(
    "limit_weight", "w_lim", "rad", {0, 100, 1},
    {.explanation = "How early joints slow down on their way to a limit: they weigh 1 + w_lim "
                    "|∂H/∂θⱼ|. At 0 all weigh the same, which is damped least squares.",
     .source = "Chan and Dubey 1995"});

std::vector<base::Parameter> wln_parameters() {
  std::vector<base::Parameter> all = Damping::parameters();
  all.push_back(limit_weight);
  return all;
}

/// |dH/dtheta_j| = (u-l)^2 |2 theta - u - l| / (4 (u-theta)^2 (theta-l)^2), 1/rad, where the limits
/// are that far below and above theta, rad: 0 unless there are two, infinite at one and beyond it.
template <class Number>
Number steepness(const Number& below, const Number& above) {
  const Number range = below + above, x = below / range, y = above / range;
  const Number within =
      abs(x - y) / max(4 * (range * x * x * y * y), Number(std::numeric_limits<double>::min()));
  return select(range < infinity, select((below > 0) & (above > 0), within, Number(infinity)),
                Number(0));
}

template <class Number>
class Wln final : public base::Clonable<MethodOf<Number>, Wln<Number>> {
  using Vector = VectorOf<Number>;
  using Mask = MaskOf<Number>;
  using Problem = ProblemOf<Number>;

 public:
  Wln(const Skeleton& skeleton, std::unique_ptr<MethodOf<Number>> dls)
      : dls_(std::move(dls)),
        J_weighted_(skeleton.rows(), skeleton.joints()),
        root_(Vector::Ones(skeleton.joints())),
        steepness_(Vector::Zero(skeleton.joints())),
        ends_(static_cast<size_t>(skeleton.joints())) {}

  void configure(const SettingsOf<Number>& settings) override {
    weight_ = settings[limit_weight];
    slide_length_ = settings[common::slide_length()];
    dls_->configure(settings);
  }

  void hold(std::span<const int> joints) override { dls_->hold(joints); }

  Mask step(const Problem& problem, Vector& dtheta) override {
    if (problem.new_goal) steepness_.setZero();
    find_weights(problem);
    do {
      for (Eigen::Index j = 0; j < root_.size(); ++j)
        J_weighted_.col(j) = problem.J.col(j) * root_[j];
      // A lane whose step others have repeated finds the same again.
      if constexpr (!one_body<Number>) dls_->reset();
      dls_->step(problem.with_J(J_weighted_), dtheta);
      dtheta.array() *= root_.array();
    } while (stop_at_limits(dtheta));
    return false;
  }

  void reset_lanes(const Mask& where) override {
    dls_->reset_lanes(where);
    for (Eigen::Index j = 0; j < root_.size(); ++j) {
      steepness_[j] = select(where, Number(0), steepness_[j]);
      root_[j] = select(where, Number(1), root_[j]);
    }
  }

  ReadingsOf<Number> readings() const override {
    Number least = 1, joint = 0;
    for (Eigen::Index j = 0; j < root_.size(); ++j) {
      joint = select(root_[j] < least, Number(static_cast<double>(j + 1)), joint);
      least = min(least, root_[j]);
    }
    return {dls_->readings()[0], least * least, joint};
  }

 private:
  struct Ends {
    Mask lower = false, upper = false;
  };

  /// W^-1/2. The pose before, which after a restart or a jump counts as far from limits, tells.
  void find_weights(const Problem& problem) {
    constexpr double rounding = 1e-12;
    constexpr double least = 1e-8;  // 1/W below this: a joint so slow might never leave its limit
    const Mask acts = weight_ > 0;
    for (int j = 0; j < problem.skeleton.joints(); ++j) {
      const Number theta = problem.pose.theta[j];
      // H does not depend on the stiffness of the joint, which is in the coordinates.
      const Number unit = problem.skeleton.revolute(j) ? Number(1) : slide_length_;
      const Number below = (theta - problem.skeleton.lower(j)) / unit;
      const Number above = (problem.skeleton.upper(j) - theta) / unit;
      const Number now = steepness(below, above), before = steepness_[j];
      steepness_[j] = now;
      const Number inverse = 1 / (1 + weight_ * now);
      const Mask at_end = acts & (inverse < least);
      ends_[j].lower = at_end & (below <= above);
      ends_[j].upper = at_end & (above <= below);
      const Mask slows = acts & (now >= before * (1 - rounding)) & !at_end;
      root_[j] = select(slows, sqrt(inverse), Number(1));
    }
    for (const int j : problem.held) {
      root_[j] = 1;
      ends_[j] = {};
    }
  }

  /// Makes W infinite for joints that the step takes out of their limits. Returns whether there are
  /// any: the others have to make up for them.
  bool stop_at_limits(const Vector& dtheta) {
    Mask found = false;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
      const Ends& end = ends_[j];
      const Mask up = dtheta[j] > 0, down = dtheta[j] < 0;
      const Mask outwards = (up & end.upper) | (down & end.lower);
      root_[j] = select(outwards, Number(0), root_[j]);
      found |= outwards;
    }
    return any(found);
  }

  Number weight_ = 0, slide_length_ = 1;
  base::Cloned<MethodOf<Number>> dls_;
  MatrixOf<Number> J_weighted_;  // J W^-1/2
  Vector root_;                  // W^-1/2
  Vector steepness_;             // |dH/dtheta_j| in the update before
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
      .make =
          [](const Skeleton& body) {
            return std::make_unique<Wln<double>>(body, find_method("dls").make(body));
          },
      .make_lanes =
          [](const Skeleton& body) {
            return std::make_unique<Wln<Pack>>(body, find_method("dls").make_lanes(body));
          },
      .lanes_support = Damping::without_singular_values,
  });
}

}  // namespace ik
