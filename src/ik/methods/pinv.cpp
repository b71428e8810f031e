// Pseudoinverse  (B §4, §6 eq. 13):  dtheta = sum over sigma_i > tol sigma_1 of
// (1/sigma_i) v_i (u_i^T e).

#include "ik/linalg/corrected_step.h"
#include "ik/methods/method.h"

namespace ik {
namespace {

const base::Parameter pinv_tolerance = base::log_scaled(
    "tolerance", "tol", "σ₁", {1e-12, 0.5, 1e-6},
    {.explanation =
         "Directions whose singular value is below this fraction of the largest are ignored; a "
         "small value shows the instability near singularities, 0.01 is the usual truncated SVD.",
     .source = "Buss §4, §6 eq. 13",
     .primary = true});

template <class Number>
class Pseudoinverse final : public base::Clonable<MethodOf<Number>, Pseudoinverse<Number>> {
  using Problem = ProblemOf<Number>;
  using Vector = VectorOf<Number>;
  using Mask = MaskOf<Number>;

 public:
  explicit Pseudoinverse(const Skeleton& skeleton)
      : wide_(skeleton.rows() <= skeleton.joints()),
        A_(skeleton.rows(), skeleton.rows()),
        f_(Vector::Zero(skeleton.rows())),
        svd_(skeleton.rows(), skeleton.joints()),
        J_(MatrixOf<Number>::Zero(skeleton.rows(), skeleton.joints())) {}

  void configure(const SettingsOf<Number>& settings) override {
    tolerance_ = settings[pinv_tolerance];
  }

  Mask step(const Problem& problem, Vector& dtheta) override {
    const Mask solved = step_by_factors(problem, dtheta);
    if (!all(solved)) step_by_svd(problem, !solved, dtheta);
    // A lane does not depend on what others need.
    svd_is_current_ = one_body<Number> ? !any(solved) : !any(has_factors());
    if (!svd_is_current_) J_ = problem.J;
    is_shown_ = false;
    return false;
  }

  void reset_lanes(const Mask& where) override {
    svd_.reset(where);
    svd_is_current_ = false;
    paused_ = select(where, Number(0), paused_);
  }
  const SvdOf<Number>* svd() const override { return svd_is_current_ ? &svd_ : nullptr; }
  Number gain(int, Number sigma) const override {
    if (svd_is_current_) return pseudoinverse_gain(svd_, sigma, tolerance_);
    if (!is_shown_) shown_.compute(J_);
    is_shown_ = true;
    return pseudoinverse_gain(shown_, sigma, tolerance_);
  }

 private:
  /// Steps where J J^T is far from singular: every singular value counts, and the sum is
  /// dtheta = J^T (J J^T)^-1 e  (B §4), at a fraction of the cost. The rounding of J J^T, |J|^2 |f|
  /// / |e| units in the last place of dtheta, is taken out by a correction.
  Mask step_by_factors(const Problem& problem, Vector& dtheta) {
    constexpr double most = 3e4;  // units: ten digits are kept
    constexpr int pause = 15;     // steps after one where this was not possible
    const Mask may = has_factors() & (paused_ == 0);
    paused_ = max(paused_ - 1, Number(0));
    if (!any(may)) return false;
    gram(problem.skeleton, problem.J, A_);
    const Number size = A_.trace();
    const Mask definite = solve_and_factorise(A_, problem.e, f_),
               exact = size * size * f_.squaredNorm() <= most * most * problem.e.squaredNorm(),
               solved = may & definite & exact;
    paused_ = select(may & !solved, Number(pause), paused_);
    if (!any(solved)) return solved;
    transpose_times(problem.skeleton, problem.J, f_, dtheta);
    correct_step<Number>(problem.skeleton, problem.J, problem.e, 0, A_, left_, f_, dtheta);
    return solved;
  }

  Mask has_factors() const {
    constexpr double largest_tolerance = 1e-6;  // pivots above least_pivot are far above its square
    return Mask(wide_) & (tolerance_ <= largest_tolerance);
  }

  void step_by_svd(const Problem& problem, const Mask& where, Vector& dtheta) {
    svd_.compute(problem.J, where);
    pseudoinverse_times(svd_, problem.e, tolerance_, dtheta, where);
  }

  bool wide_;
  Number tolerance_ = 0, paused_ = 0;
  MatrixOf<Number> A_;
  Vector f_, left_ = f_;
  SvdOf<Number> svd_;
  bool svd_is_current_ = false;
  // The singular values for the gain are found when it is asked for, and change no step.
  MatrixOf<Number> J_;  // of the last step
  mutable SvdOf<Number> shown_ = svd_;
  mutable bool is_shown_ = false;
};

}  // namespace

void declare_pinv(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "pinv",
      .title = "Pseudoinverse",
      .rank = 20,
      .formula = "Δθ = J⁺e = Σ (1/σᵢ) vᵢ uᵢᵀe   over σᵢ > tol·σ₁",
      .when = "Exact and fast while the targets are well within reach; shakes badly near "
              "singularities and out of reach unless the step is strongly clamped.",
      .hint = "Raise γₘₐₓ to 45° and watch the body jump whenever a target is out of reach.",
      .source = "Buss §4, §6",
      .own = {pinv_tolerance},
      .defaults = {.max_angle_deg = 5},
      .null_space = NullSpace::Added,
      .gain = "1/σ",
      .cost = 4,
      .make = [](const Skeleton& body) { return std::make_unique<Pseudoinverse<double>>(body); },
      .make_lanes =
          [](const Skeleton& body) { return std::make_unique<Pseudoinverse<Pack>>(body); },
  });
}

}  // namespace ik
