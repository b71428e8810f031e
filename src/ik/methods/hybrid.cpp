// Newton's method away from singular poses, the Jacobian transpose near them  (DSS §2.3):
//   dtheta = J^+ e,  or  alpha J^T e with alpha = <e, JJ^T e> / <JJ^T e, JJ^T e>.
// Near is sigma_min < near sigma_1; away again is sigma_min > hysteresis near sigma_1: shares of
// the largest singular value, so that a body's size and units do not matter. sigma_min is the
// smallest one that is not zero at every pose (GenericRank): a planar arm, which no pose lets leave
// its plane, has a row of zeros and is not singular for that.

#include "ik/linalg/generic_rank.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/model/jacobian.h"

namespace ik {
namespace {

const base::Parameter near =
    base::log_scaled("near", "near", "σ₁", {1e-4, 1, 0.03},
                     {.explanation = "The transpose takes over where the smallest singular value "
                                     "is below this fraction of the largest.",
                      .source = "DSS §2.3"});

const base::Parameter hysteresis = base::log_scaled(
    "hysteresis", "h", "", {1, 10, 1.5},
    {.explanation = "Newton's method resumes where the smallest singular value is above this "
                    "multiple of that threshold; with 1 the two chatter.",
     .source = "DSS §2.3"});

constexpr double newton_tolerance = 1e-9;  // of Newton's step, shares of sigma_1

class Hybrid final : public base::Clonable<Method, Hybrid> {
 public:
  explicit Hybrid(const Skeleton& skeleton)
      : rank_(skeleton), svd_(skeleton.rows(), skeleton.joints()), JJte_(skeleton.rows()) {}

  void configure(const base::Settings& settings) override {
    near_ = settings[near];
    away_ = near_ * settings[hysteresis];
    smallest_ = rank_.of(settings.flag(common::jacobian())) - 1;
  }

  void hold(std::span<const int> joints) override { rank_.hold(joints); }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    svd_.compute(problem.J);
    const double largest = svd_.sigma()[0];
    share_ = largest > 0 ? svd_.sigma()[smallest_] / largest : 0;
    if (share_ < near_) newton_ = false;
    if (share_ > away_) newton_ = true;

    if (newton_) {
      pseudoinverse_times(svd_, problem.e, newton_tolerance, dtheta);
    } else {
      transpose_times(problem.skeleton, problem.J, problem.e, dtheta);
      JJte_.noalias() = problem.J.lazyProduct(dtheta);
      const double below = JJte_.squaredNorm();
      alpha_ = below > 0 ? dtheta.squaredNorm() / below : 0;
      dtheta *= alpha_;
    }
    return false;
  }

  void reset() override {
    svd_.reset();
    newton_ = true;
  }
  const Svd* svd() const override { return &svd_; }
  double gain(int, double sigma) const override {
    return newton_ ? pseudoinverse_gain(svd_, sigma, newton_tolerance) : alpha_ * sigma;
  }
  ReadingsOf<double> readings() const override {
    return {newton_ ? 1. : 0., svd_.sigma()[smallest_], share_};
  }

 private:
  double near_ = 0, away_ = 0, share_ = 0, alpha_ = 0;
  bool newton_ = true;
  GenericRank rank_;
  int smallest_ = 0;
  Svd svd_;
  Eigen::VectorXd JJte_;
};

}  // namespace

void declare_hybrid(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "hybrid",
      .title = "Newton and transpose",
      .rank = 60,
      .formula = "Δθ = J⁺e   if σ_min is large,   else α Jᵀ e",
      .when = "As fast as the pseudoinverse where the pose allows it, with far smaller jumps near "
              "singular ones.",
      .hint = "Move a target slowly out of reach and watch σ_min and which of the two is active.",
      .source = "DSS §2.3",
      .own = {near, hysteresis},
      .defaults = {.max_angle_deg = 30},
      .null_space = NullSpace::Added,
      .readings =
          {{"Newton", "", "1 while Newton's method is active, 0 while the transpose is."},
           {"σ_min", "unit/rad",
            "The smallest singular value of J that is not zero at every pose."},
           {"σ_min/σ₁", "",
            "The same as a fraction of the largest, which is compared with the threshold."}},
      .gain = "1/σ or ασ",
      .cost = 4,
      .make = [](const Skeleton& skeleton) { return std::make_unique<Hybrid>(skeleton); },
  });
}

}  // namespace ik
