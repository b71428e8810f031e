// Pseudoinverse  (B §4, §6 eq. 13):  dtheta = sum over sigma_i > tol sigma_1 of
// (1/sigma_i) v_i (u_i^T e).

#include "ik/methods/method.h"

namespace ik {
namespace {

const base::Parameter pinv_tolerance{
    .key = "tolerance",
    .symbol = "tol",
    .unit = "σ₁",
    .min = 1e-12,
    .max = 0.5,
    .default_value = 1e-6,
    .scale = base::Scale::Log,
    .explanation =
        "Directions whose singular value is below this fraction of the largest are ignored; a "
        "small value shows the instability near singularities, 0.01 is the usual truncated SVD.",
    .source = "Buss §4, §6 eq. 13",
};

template <class Number>
class Pseudoinverse final : public base::Clonable<MethodOf<Number>, Pseudoinverse<Number>> {
 public:
  explicit Pseudoinverse(const Skeleton& skeleton) : svd_(skeleton.rows(), skeleton.joints()) {}

  void configure(const SettingsOf<Number>& settings) override {
    tolerance_ = settings[pinv_tolerance];
  }

  MaskOf<Number> step(const ProblemOf<Number>& problem, VectorOf<Number>& dtheta) override {
    svd_.compute(problem.J);
    pseudoinverse_times(svd_, problem.e, tolerance_, dtheta);
    return false;
  }

  void reset() override { svd_ = SvdOf<Number>(svd_.rows(), svd_.columns()); }
  const SvdOf<Number>* svd() const override { return &svd_; }
  Number gain(int, Number sigma) const override {
    return pseudoinverse_gain(svd_, sigma, tolerance_);
  }

 private:
  Number tolerance_ = 0;
  SvdOf<Number> svd_;
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
      .make = [](const Skeleton& body) { return std::make_unique<Pseudoinverse<double>>(body); },
      .make_lanes =
          [](const Skeleton& body) { return std::make_unique<Pseudoinverse<Pack>>(body); },
  });
}

}  // namespace ik
