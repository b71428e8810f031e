// Jacobian transpose  (B §3):  dtheta = alpha J^T e,  alpha = <e, J J^T e> / <J J^T e, J J^T e>.

#include "ik/methods/method.h"
#include "ik/model/jacobian.h"

namespace ik {
namespace {

const base::Parameter alpha{
    .key = "alpha",
    .symbol = "α",
    .unit = "rad²/unit²",
    .min = 1e-4,
    .max = 10,
    .default_value = 0,
    .scale = base::Scale::Log,
    .special = "auto",
    .special_value = 0,
    .explanation =
        "Length of the step along Jᵀe; auto uses the one that would bring the effectors nearest to "
        "their targets if J were constant.",
    .source = "Buss §3",
};

class Transpose final : public base::Clonable<Method, Transpose> {
 public:
  explicit Transpose(const Skeleton& skeleton) : JJte_(skeleton.rows()) {}

  void configure(const base::Settings& settings) override { alpha_ = settings[alpha]; }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    const Eigen::MatrixXd& J = problem.J;
    const Eigen::VectorXd& e = problem.e;
    transpose_times(problem.skeleton, J, e, dtheta);  // J^T e
    length_ = alpha_;
    if (alpha_ == alpha.special_value) {
      JJte_.noalias() = J.lazyProduct(dtheta);
      const double below = JJte_.squaredNorm();
      length_ = below > 0 ? dtheta.squaredNorm() / below : 0;  // <e, JJ^T e> = |J^T e|^2
    }
    dtheta *= length_;
    return false;
  }
  double gain(int, double sigma) const override { return length_ * sigma; }

 private:
  double alpha_ = 0, length_ = 0;  // as set; of the last step
  Eigen::VectorXd JJte_;
};

}  // namespace

void declare_transpose(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "transpose",
      .title = "Jacobian transpose",
      .rank = 10,
      .formula = "Δθ = α Jᵀ e,   α = ⟨e, JJᵀe⟩ / ⟨JJᵀe, JJᵀe⟩",
      .when = "Cheap and simple; good with one effector, poor with several.",
      .hint = "Try the scene single-arm (Ctrl+O): with one effector the transpose does well.",
      .source = "Buss §3",
      .own = {alpha},
      .defaults = {.max_angle_deg = 30},
      .null_space = NullSpace::Added,
      .gain = "ασ",
      .make = [](const Skeleton& skeleton) { return std::make_unique<Transpose>(skeleton); },
  });
}

}  // namespace ik
