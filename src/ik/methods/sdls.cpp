// Selectively damped least squares  (BK; mathematics.md §3). With gamma_max the maximum angle
// change:
//   alpha_i = u_i^T e,  N_i = sum_l |u_{l,i}|,  M_i = (1/sigma_i) sum_l sum_j |v_{j,i}| rho_{l,j},
//   rho_{l,j} = |ds_l/dtheta_j|,  gamma_i = gamma_max min(1, N_i/M_i),
//   phi_i = ClampMaxAbs((alpha_i/sigma_i) v_i, gamma_i),  dtheta = ClampMaxAbs(sum phi_i,
//   gamma_max)

#include <algorithm>
#include <cmath>

#include "ik/methods/method.h"

namespace ik {
namespace {

const base::Parameter sdls_tolerance{
    .key = "tolerance",
    .symbol = "tol",
    .unit = "σ₁",
    .min = 1e-12,
    .max = 0.5,
    .default_value = 1e-10,
    .scale = base::Scale::Log,
    .explanation =
        "Directions whose singular value is below this fraction of the largest count as zero and "
        "are ignored.",
    .source = "Buss and Kim 2005",
};

const base::Parameter sdls_clamp{
    .key = "sdls_clamp",
    .symbol = "clamp",
    .max = 1,
    .default_value = 0,
    .integer = true,
    .choices = {"hard", "soft"},
    .explanation =
        "How the step along each direction is kept below its bound: hard clips it (the paper), "
        "soft approaches the bound smoothly (widely used code).",
    .source = "Buss and Kim 2005",
};

template <class Number>
class Sdls final : public base::Clonable<MethodOf<Number>, Sdls<Number>> {
  using Vector = VectorOf<Number>;
  using Mask = MaskOf<Number>;

 public:
  explicit Sdls(const Skeleton& skeleton)
      : svd_(skeleton.rows(), skeleton.joints()),
        rho_(skeleton.joints()),
        phi_(skeleton.joints()),
        excess_(Vector::Zero(skeleton.rows())),
        slope_(excess_) {}

  void configure(const SettingsOf<Number>& settings) override {
    tolerance_ = settings[sdls_tolerance];
    soft_ = settings.flag(sdls_clamp);
  }

  Mask step(const ProblemOf<Number>& problem, Vector& dtheta) override {
    svd_.compute(problem.J);
    sum_rho(problem);
    dtheta.setZero();
    sum_ = 1;
    const Number threshold = pseudoinverse_threshold(svd_, tolerance_);
    for (int i = 0; i < svd_.rows(); ++i) {
      const Number sigma = svd_.sigma()[i];
      const Mask counts = sigma > threshold;
      if (!any(counts)) continue;
      const auto u = svd_.U().col(i);
      const auto v = svd_.V().col(i);
      Number N = 0;
      for (int l = 0; l < problem.skeleton.effectors(); ++l)
        N += block_norm(problem.skeleton, u, l);
      const Number M = v.cwiseAbs().dot(rho_) / sigma;
      const Number bound = select(M > N, N / M, Number(1));  // gamma_i / gamma_max

      phi_ = select(counts, u.dot(problem.e) / sigma, Number(0)) * v;
      const Number ratio = step_ratio(phi_, problem.inverse_cap);
      excess_[i] = sigma * ratio;
      slope_[i] = N / (sigma * M);
      if (any(soft_ | (ratio > bound))) phi_ *= kept(ratio, bound);
      dtheta += phi_;
    }
    if (!any(soft_)) return false;  // the hard clamp of the sum is the one that all steps get
    const Number ratio = step_ratio(dtheta, problem.inverse_cap);
    const Mask softened = soft_ & (ratio > 1);
    sum_ = select(softened, 1 / (1 + ratio), Number(1));
    if (any(softened)) dtheta *= sum_;
    return softened;
  }

  void reset() override { svd_ = SvdOf<Number>(svd_.rows(), svd_.columns()); }
  const SvdOf<Number>* svd() const override { return &svd_; }
  /// phi_i / (alpha_i v_i): 1/sigma, but for what gamma_i(sigma) takes from it, which for small
  /// sigma falls with sigma (M_i is 1/sigma times what does not depend on it).
  Number gain(int i, Number sigma) const override {
    const Number bound = min(Number(1), slope_[i] * sigma);
    return select(sigma > pseudoinverse_threshold(svd_, tolerance_),
                  sum_ * kept(excess_[i] / sigma, bound) / sigma, Number(0));
  }

 private:
  /// What the clamp leaves of phi, whose ratio to gamma_max is this.
  Number kept(const Number& ratio, const Number& bound) const {
    return select(soft_, bound / (bound + ratio), select(ratio > bound, bound / ratio, Number(1)));
  }

  /// rho_j = sum over the effectors l of |ds_l/dtheta_j|
  void sum_rho(const ProblemOf<Number>& problem) {
    for (int j = 0; j < problem.skeleton.joints(); ++j) {
      rho_[j] = 0;
      for (int l : problem.skeleton.affected_effectors(j))
        rho_[j] += block_norm(problem.skeleton, problem.J.col(j), l);
    }
  }

  Number tolerance_ = 0;
  Mask soft_ = false;
  SvdOf<Number> svd_;
  Vector rho_, phi_;
  // Of the last step, m: |alpha_i| max_j |v_j,i| / gamma_max;  N_i / (sigma_i M_i). And what the
  // soft clamp left of the sum.
  Vector excess_, slope_;
  Number sum_ = 1;
};

}  // namespace

void declare_sdls(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "sdls",
      .title = "Selectively damped least squares",
      .rank = 40,
      .formula = "Δθ = clamp( Σ φᵢ, γₘₐₓ ),   φᵢ = clamp( (uᵢᵀe/σᵢ) vᵢ, γᵢ ),   "
                 "γᵢ = γₘₐₓ · min(1, Nᵢ/Mᵢ)",
      .when = "Tracks closely without a damping constant to tune; each singular direction is "
              "damped according to its effect on the effectors. Needs an SVD in each update.",
      .hint = "No λ to tune: compare its error and shaking with method 3 on the same targets.",
      .source = "Buss and Kim 2005; Buss §7",
      .own = {sdls_clamp, sdls_tolerance},
      .defaults = {.max_angle_deg = 45, .dmax_mode = "adaptive"},
      .null_space = NullSpace::Added,
      .gain = "1/σ, clamped at γᵢ",
      .symbols = {{"φᵢ", "the step along vᵢ, kept below γᵢ"},
                  {"γᵢ", "the largest joint angle of the step along direction i"},
                  {"Nᵢ", "displacement of the effectors for a unit of uᵢ"},
                  {"Mᵢ", "sum of the displacements that the joints cause one by one for vᵢ/σᵢ"}},
      .make = [](const Skeleton& body) { return std::make_unique<Sdls<double>>(body); },
      .make_lanes = [](const Skeleton& body) { return std::make_unique<Sdls<Pack>>(body); },
  });
}

}  // namespace ik
