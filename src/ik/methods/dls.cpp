// Damped least squares  (B §5, eq. 11):  dtheta = J^T (J J^T + lambda^2 I)^-1 e;
// with fewer joints than rows, the equal (J^T J + lambda^2 I)^-1 J^T e  (eq. 10). Where lambda is
// chosen from the singular values the sum of B §6 is made of them at once:
// dtheta = sum sigma_i / (sigma_i^2 + lambda_i^2) v_i (u_i^T e).

#include <algorithm>

#include "ik/linalg/corrected_step.h"
#include "ik/linalg/generic_rank.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/methods/parts/damping.h"

namespace ik {
namespace {

template <class Number>
class Dls final : public base::Clonable<MethodOf<Number>, Dls<Number>> {
  using Vector = VectorOf<Number>;
  using Mask = MaskOf<Number>;
  using Problem = ProblemOf<Number>;

 public:
  explicit Dls(const Skeleton& skeleton)
      : wide_(skeleton.rows() <= skeleton.joints()),
        A_(std::min(skeleton.rows(), skeleton.joints()),
           std::min(skeleton.rows(), skeleton.joints())),
        f_(A_.rows()),
        left_(skeleton.rows()),
        near_(skeleton.joints()),
        rank_(skeleton),
        svd_(skeleton.rows(), skeleton.joints()) {}

  void configure(const SettingsOf<Number>& settings) override {
    damping_.configure(settings);
    lambda_ = damping_.lambda();
    if (damping_.by_singular_values()) r_ = rank_.of(any(settings.flag(common::jacobian())));
  }

  void hold(std::span<const int> joints) override { rank_.hold(joints); }

  Mask step(const Problem& problem, Vector& dtheta) override {
    svd_is_current_ = damping_.by_singular_values();
    if constexpr (one_body<Number>) {
      if (svd_is_current_) {
        svd_.compute(problem.J);
        lambda_ = damping_.of(svd_, r_);
        sum_by_svd(problem.e, true, dtheta);
        return false;
      }
    }
    if (!damping_.fixed()) lambda_ = damping_.of(problem.e);
    assemble_A(problem);
    if (!wide_) transpose_times(problem.skeleton, problem.J, problem.e, f_);

    const Mask solved = solve_positive_definite(A_, wide_ ? problem.e : f_, f_);
    if (any(solved)) {
      if (wide_)
        transpose_times(problem.skeleton, problem.J, f_, dtheta);
      else
        dtheta = f_;
    }
    if (!all(solved)) step_near_singularity(problem, !solved, dtheta);
    return false;
  }

  void reset_lanes(const Mask& where) override { svd_.reset(where); }
  const SvdOf<Number>* svd() const override { return svd_is_current_ ? &svd_ : nullptr; }
  ReadingsOf<Number> readings() const override { return {lambda_}; }
  Number gain(int i, Number sigma) const override {
    return damped(sigma, damping_.along(i, r_, lambda_));
  }

 private:
  /// J J^T + lambda^2 I, or J^T J + lambda^2 I
  void assemble_A(const Problem& problem) {
    if (wide_)
      gram(problem.skeleton, problem.J, A_);
    else
      A_.noalias() = problem.J.transpose().lazyProduct(problem.J);
    A_.diagonal().array() += lambda_ * lambda_;
  }

  /// Steps in the lanes in which lambda is zero, or negligible here.
  void step_near_singularity(const Problem& problem, Mask where, Vector& dtheta) {
    where = where & !solve_and_correct(problem, where, dtheta);
    if (!any(where)) return;
    svd_.compute(problem.J, where);
    sum_by_svd(problem.e, where, dtheta);
  }

  /// Solves with corrections, which make up for the digits that J J^T loses with a small lambda.
  /// Returns false in the lanes in which lambda is too small even for that.
  Mask solve_and_correct(const Problem& problem, const Mask& where, Vector& dtheta) {
    constexpr double least_damping = 1e-8;  // lambda^2 beside the largest entry of J J^T
    constexpr int corrections = 2;
    if (!wide_) return false;
    assemble_A(problem);
    const Number lambda2 = lambda_ * lambda_;
    const Mask damped = lambda2 >= least_damping * largest_diagonal(A_);
    const Mask solved = where & damped & factorise_nearly_singular(A_);
    if (!any(solved)) return solved;
    f_.setZero();
    near_.setZero();
    for (int count = 0; count <= corrections; ++count)
      correct_step<Number>(problem.skeleton, problem.J, problem.e, lambda2, A_, left_, f_, near_);
    for (Eigen::Index j = 0; j < dtheta.size(); ++j)
      dtheta[j] = select(solved, near_[j], dtheta[j]);
    return solved;
  }

  /// The pseudoinverse if lambda is zero: slower, and exact where J J^T is nearly singular.
  void sum_by_svd(const Vector& e, const Mask& where, Vector& dtheta) {
    const auto part = [this](int i, const Number& sigma, const Number& share) {
      return Number(gain(i, sigma) * share);
    };
    sum_over_directions(svd_, e, svd_.noise(), part, dtheta, where);
  }

  DampingOf<Number> damping_;
  Number lambda_ = 0;  // of the last step; fixed: of all
  bool svd_is_current_ = false;
  bool wide_;
  MatrixOf<Number> A_;
  Vector f_, left_, near_;
  GenericRank rank_;
  int r_ = 0;
  SvdOf<Number> svd_;
};

}  // namespace

void declare_dls(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "dls",
      .title = "Damped least squares",
      .short_title = "DLS",
      .rank = 30,
      .formula = "Δθ = Jᵀ (JJᵀ + λ²I)⁻¹ e",
      .when = "The reliable choice when a damping constant can be set in advance; with D_max on "
              "(DLS′) a smaller one is enough.",
      .hint = "Lower λ and watch the shaking start; raise it and see what it costs. Then let "
              "damping choose it.",
      .source = "Buss §5 eq. 11",
      .own = Damping::parameters(),
      .defaults = {.max_angle_deg = 45},
      .null_space = NullSpace::Added,
      .readings = {{"λ", "unit/rad", "The damping constant of the step."}},
      .gain = "σ/(σ²+λ²)",
      .make = [](const Skeleton& body) { return std::make_unique<Dls<double>>(body); },
      .make_lanes = [](const Skeleton& body) { return std::make_unique<Dls<Pack>>(body); },
      .lanes_support = Damping::without_singular_values,
  });
}

}  // namespace ik
