// Jacobian transpose  (B §3):  dtheta = alpha J^T e,  alpha = <e, J J^T e> / <J J^T e, J J^T e>.

#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/model/jacobian.h"

namespace ik {
namespace {

const base::Parameter alpha = base::log_scaled(
    "alpha", "α", "rad²/unit²", {1e-4, 10, 0},
    {.special = "auto",
     .special_value = 0,
     .length_power = -2,
     .explanation = "Length of the step along Jᵀe; auto uses the one that would bring the "
                    "effectors nearest to their targets if J were constant.",
     .source = "Buss §3",
     .primary = true});

template <class Number>
class Transpose final : public base::Clonable<MethodOf<Number>, Transpose<Number>> {
 public:
  explicit Transpose(const Skeleton& skeleton)
      : JJte_(skeleton.rows()), only_slides_(skeleton.has_only_slides()) {}

  /// Takes alpha for a number where all joints slide: slide_length then does not change a step.
  void configure(const SettingsOf<Number>& settings) override {
    alpha_ = settings[alpha];
    if (!only_slides_) return;
    const Number slide = settings[common::slide_length()];
    alpha_ = alpha_ / (slide * slide);
  }

  MaskOf<Number> step(const ProblemOf<Number>& problem, VectorOf<Number>& dtheta) override {
    transpose_times(problem.skeleton, problem.J, problem.e, dtheta);  // J^T e
    length_ = alpha_;
    const MaskOf<Number> computed = alpha_ == alpha.special_value;
    if (any(computed)) {
      JJte_.noalias() = problem.J.lazyProduct(dtheta);
      const Number above = dtheta.squaredNorm(), below = JJte_.squaredNorm();  // <e, JJ^T e>
      length_ = select(computed, select(below > 0, above / below, Number(0)), alpha_);
    }
    dtheta *= length_;
    return false;
  }
  Number gain(int, Number sigma) const override { return length_ * sigma; }

 private:
  Number alpha_ = 0, length_ = 0;  // as set; of the last step
  VectorOf<Number> JJte_;
  bool only_slides_;
};

}  // namespace

void declare_transpose(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "transpose",
      .title = "Jacobian transpose",
      .short_title = "Transpose",
      .rank = 10,
      .formula = "Δθ = α Jᵀ e,   α = ⟨e, JJᵀe⟩ / ⟨JJᵀe, JJᵀe⟩",
      .when = "Cheap and simple; good with one effector, poor with several.",
      .hint = "With one effector, as in the scene Single arm, the transpose does well.",
      .source = "Buss §3",
      .own = {alpha},
      .defaults = {.max_angle_deg = 30},
      .null_space = NullSpace::Added,
      .gain = "ασ",
      .cost = 0.1,
      .make = [](const Skeleton& body) { return std::make_unique<Transpose<double>>(body); },
      .make_lanes = [](const Skeleton& body) { return std::make_unique<Transpose<Pack>>(body); },
  });
}

}  // namespace ik
