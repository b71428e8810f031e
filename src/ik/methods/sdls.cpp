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

class Sdls final : public base::Clonable<Method, Sdls> {
 public:
  explicit Sdls(const Skeleton& skeleton)
      : svd_(skeleton.rows(), skeleton.joints()),
        rho_(skeleton.joints()),
        phi_(skeleton.joints()),
        excess_(Eigen::VectorXd::Zero(skeleton.rows())),
        slope_(excess_) {}

  void configure(const base::Settings& settings) override {
    tolerance_ = settings[sdls_tolerance];
    soft_ = settings.flag(sdls_clamp);
  }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    svd_.compute(problem.J);
    sum_rho(problem);
    dtheta.setZero();
    sum_ = 1;
    const double threshold = std::max(tolerance_ * svd_.sigma()[0], svd_.noise());
    for (int i = 0; i < svd_.rows() && svd_.sigma()[i] > threshold; ++i) {
      const auto u = svd_.U().col(i);
      const auto v = svd_.V().col(i);
      const double sigma = svd_.sigma()[i];
      double N = 0;
      for (int l = 0; l < problem.skeleton.effectors(); ++l)
        N += block_norm(problem.skeleton, u, l);
      const double M = v.cwiseAbs().dot(rho_) / sigma;
      const double bound = M > N ? N / M : 1;  // gamma_i / gamma_max

      phi_ = (u.dot(problem.e) / sigma) * v;
      excess_[i] = sigma * step_ratio(phi_, problem.inverse_cap);
      slope_[i] = N / (sigma * M);
      if (soft_)
        soften(problem, phi_, bound);
      else
        clamp_max_abs(phi_, problem.inverse_cap, bound);
      dtheta += phi_;
    }
    if (soft_ && step_ratio(dtheta, problem.inverse_cap) > 1) {
      sum_ = 1 / (1 + step_ratio(dtheta, problem.inverse_cap));
      dtheta *= sum_;
      return true;
    }
    return false;  // the hard clamp of the sum is the one that every method's step gets
  }

  void reset() override { svd_ = Svd(svd_.rows(), svd_.columns()); }
  const Svd* svd() const override { return &svd_; }
  /// phi_i / (alpha_i v_i): 1/sigma, but for what gamma_i(sigma) takes from it, which for small
  /// sigma falls with sigma (M_i is 1/sigma times what does not depend on it).
  double gain(int i, double sigma) const override {
    if (sigma <= std::max(tolerance_ * svd_.sigma()[0], svd_.noise())) return 0;
    const double bound = std::min(1.0, slope_[i] * sigma);
    const double ratio = excess_[i] / sigma;  // of the step before the clamp, to gamma_max
    const double kept = soft_ ? bound / (bound + ratio) : ratio > bound ? bound / ratio : 1;
    return sum_ * kept / sigma;
  }

 private:
  /// rho_j = sum over the effectors l of |ds_l/dtheta_j|
  void sum_rho(const Problem& problem) {
    for (int j = 0; j < problem.skeleton.joints(); ++j) {
      rho_[j] = 0;
      for (int l : problem.skeleton.affected_effectors(j))
        rho_[j] += block_norm(problem.skeleton, problem.J.col(j), l);
    }
  }

  static void soften(const Problem& problem, Eigen::VectorXd& phi, double bound) {
    phi *= bound / (bound + step_ratio(phi, problem.inverse_cap));
  }

  double tolerance_ = 0;
  bool soft_ = false;
  Svd svd_;
  Eigen::VectorXd rho_, phi_;
  // Of the last step, m: |alpha_i| max_j |v_j,i| / gamma_max;  N_i / (sigma_i M_i). And what the
  // soft clamp left of the sum.
  Eigen::VectorXd excess_, slope_;
  double sum_ = 1;
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
      .make = [](const Skeleton& skeleton) { return std::make_unique<Sdls>(skeleton); },
  });
}

}  // namespace ik
