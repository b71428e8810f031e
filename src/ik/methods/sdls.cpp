// Selectively damped least squares  (BK; mathematics.md §3). With gamma_max the maximum angle
// change:
//   alpha_i = u_i^T e,  N_i = sum_l |u_{l,i}|,  M_i = (1/sigma_i) sum_l sum_j |v_{j,i}| rho_{l,j},
//   rho_{l,j} = |ds_l/dtheta_j|,  gamma_i = gamma_max min(1, N_i/M_i),
//   phi_i = ClampMaxAbs((alpha_i/sigma_i) v_i, gamma_i),  dtheta = ClampMaxAbs(sum phi_i,
//   gamma_max)

#include <cmath>

#include "ik/methods/method.h"

namespace ik {
namespace {

const base::Parameter sdls_tolerance =
    base::log_scaled("tolerance", "tol", "σ₁", {1e-12, 0.5, 1e-10},
                     {.explanation = "Directions whose singular value is below this fraction of "
                                     "the largest count as zero and are ignored.",
                      .source = "Buss and Kim 2005"});

const base::Parameter sdls_clamp = base::choice(
    "sdls_clamp", "clamp", {"hard", "soft"},
    {.explanation = "How the step along each direction is kept below its bound: hard clips it (the "
                    "paper), soft approaches the bound smoothly (widely used code).",
     .source = "Buss and Kim 2005"});

template <class Number>
class Sdls final : public base::Clonable<MethodOf<Number>, Sdls<Number>> {
  using Vector = VectorOf<Number>;
  using Mask = MaskOf<Number>;

 public:
  explicit Sdls(const Skeleton& skeleton)
      : svd_(skeleton.rows(), skeleton.joints()),
        rho_(skeleton.joints()),
        factor_(VectorOf<Pack>::Zero(svd_.groups())) {}

  void configure(const SettingsOf<Number>& settings) override {
    tolerance_ = settings[sdls_tolerance];
    soft_ = settings.flag(sdls_clamp);
  }

  Mask step(const ProblemOf<Number>& problem, Vector& dtheta) override {
    svd_.compute(problem.J);
    sum_rho(problem);
    for (int group = 0; group < svd_.groups(); ++group) find_factors(problem, group);
    for (int j = 0; j < svd_.columns(); ++j) {
      Pack sum = factor_[0] * svd_.v(j, 0);
      for (int group = 1; group < svd_.groups(); ++group) sum += factor_[group] * svd_.v(j, group);
      dtheta[j] = total(sum);
    }
    sum_ = 1;
    if (!any(soft_)) return false;  // the hard clamp of the sum is the one that all steps get
    const Number ratio = step_ratio(dtheta, problem.inverse_cap);
    const Mask softened = soft_ & (ratio > 1);
    sum_ = select(softened, 1 / (1 + ratio), Number(1));
    if (any(softened)) dtheta *= sum_;
    return softened;
  }

  void reset_lanes(const Mask& where) override { svd_.reset(where); }
  const SvdOf<Number>* svd() const override { return &svd_; }
  /// phi_i / (alpha_i v_i): 1/sigma, but for what gamma_i(sigma) takes from it, which for small
  /// sigma falls with sigma (M_i is 1/sigma times what does not depend on it).
  Number gain(int i, Number sigma) const override {
    const Number bound = min(Number(1), of(slope_, i) * sigma);
    return select(sigma > pseudoinverse_threshold(svd_, tolerance_),
                  sum_ * kept(of(excess_, i) / sigma, bound, soft_) / sigma, Number(0));
  }

 private:
  // Directions are taken in groups: of one body as many as a Pack has lanes, of a Pack of bodies
  // one. What belongs to a direction is a Pack in both.
  static Number total(const Pack& of_lanes) {
    if constexpr (one_body<Number>) {
      return sum(of_lanes);
    } else {
      return of_lanes;
    }
  }
  static Number of(const VectorOf<Pack>& groups, int i) {
    if constexpr (one_body<Number>) {
      return groups[i / Pack::lanes][i % Pack::lanes];
    } else {
      return groups[i];
    }
  }

  /// phi_i = factor_i v_i
  void find_factors(const ProblemOf<Number>& problem, int group) {
    const Skeleton& skeleton = problem.skeleton;
    Pack alpha = 0, N = 0, M = 0, longest = 0;  // longest: max_j |v_j,i| / gamma_max
    for (int l = 0; l < skeleton.effectors(); ++l) {
      Pack square = 0;
      for (int r = skeleton.row(l); r < skeleton.row(l + 1); ++r) {
        const Pack u = svd_.u(r, group);
        alpha += Pack(problem.e[r]) * u;
        square += u * u;
      }
      N += sqrt(square);
    }
    for (int j = 0; j < svd_.columns(); ++j) {
      const Pack size = abs(svd_.v(j, group));
      M += size * Pack(rho_[j]);
      longest = max(longest, size * Pack(problem.inverse_cap[j]));
    }
    const Pack sigma = svd_.sigma(group);
    const PackMask counts = sigma > Pack(pseudoinverse_threshold(svd_, tolerance_));
    const Pack inverse = select(counts, 1 / sigma, 0.0);
    const Pack bound = min(N / (M * inverse), 1.0);  // gamma_i / gamma_max; N > 0
    excess_[group] = select(counts, abs(alpha) * longest, 0.0);
    slope_[group] = select(counts, N / M, 0.0);
    factor_[group] = select(
        counts, alpha * inverse * kept(excess_[group] * inverse, bound, PackMask(soft_)), 0.0);
  }

  /// Returns the fraction of phi that the clamp leaves; `ratio` is that of phi to gamma_max.
  template <class Any>
  static Any kept(const Any& ratio, const Any& bound, const MaskOf<Any>& soft) {
    return select(soft, bound / (bound + ratio), select(ratio > bound, bound / ratio, Any(1)));
  }

  /// rho_j = sum over the effectors l of |ds_l/dtheta_j|
  void sum_rho(const ProblemOf<Number>& problem) {
    for (int j = 0; j < problem.skeleton.joints(); ++j) {
      rho_[j] = 0;
      if (problem.skeleton.loops().empty())
        for (int l : problem.skeleton.affected_effectors(j))
          rho_[j] += block_norm(problem.skeleton, problem.J.col(j), l);
      else
        for (int l = 0; l < problem.skeleton.effectors(); ++l)
          rho_[j] += block_norm(problem.skeleton, problem.J.col(j), l);
    }
  }

  Number tolerance_ = 0;
  Mask soft_ = false;
  SvdOf<Number> svd_;
  Vector rho_;
  VectorOf<Pack> factor_;
  // Values of the last step: |alpha_i| max_j |v_j,i| / gamma_max;  N_i / (sigma_i M_i); the
  // fraction of the sum that the soft clamp left.
  VectorOf<Pack> excess_ = factor_, slope_ = factor_;
  Number sum_ = 1;
};

}  // namespace

void declare_sdls(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "sdls",
      .title = "Selectively damped least squares",
      .short_title = "SDLS",
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
      .cost = 4,
      .make = [](const Skeleton& body) { return std::make_unique<Sdls<double>>(body); },
      .make_lanes = [](const Skeleton& body) { return std::make_unique<Sdls<Pack>>(body); },
  });
}

}  // namespace ik
