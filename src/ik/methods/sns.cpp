// Saturation in the null space, SNS  (Flacco, De Luca and Khatib 2012): a step within bounds along
// which the effectors move straight towards their targets,  J dtheta = s e,  s as large as it can
// be up to 1, with d_min <= dtheta <= d_max from the limits and the largest step of each joint.
//
// W = I, d_N = 0; repeat  dtheta = d_N + (J W)^+ (e - J d_N);  while a joint leaves its bounds, the
// one that limits s most is put at its bound (W_jj = 0, d_N,j = bound) and the others make up for
// it. If they no longer can, rank(J W) < rank(J), the step is that of the largest s met.

#include <algorithm>

#include "ik/linalg/null_space.h"
#include "ik/linalg/svd.h"
#include "ik/methods/method.h"

namespace ik {
namespace {

const base::Parameter sns_tolerance = base::log_scaled(
    "tolerance", "tol", "σ₁", {1e-9, 0.5, 0.01},
    {.explanation =
         "Directions whose singular value is below this fraction of the largest are ignored: a "
         "smaller value keeps the direction nearer to singularities, with smaller steps.",
     .source = "Flacco, De Luca and Khatib 2012",
     .primary = true});

class Sns final : public base::Clonable<Method, Sns> {
 public:
  explicit Sns(const Skeleton& skeleton)
      : svd_(skeleton.rows(), skeleton.joints()),
        J_free_(skeleton.rows(), skeleton.joints()),
        lower_(Eigen::VectorXd::Zero(skeleton.joints())),
        left_(skeleton.rows()),
        null_space_(skeleton.rows(), skeleton.joints()) {}

  void configure(const base::Settings& settings) override { tolerance_ = settings[sns_tolerance]; }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    set_bounds(problem);
    svd_.compute(problem.J);
    const double threshold = pseudoinverse_threshold(svd_, tolerance_);
    const Eigen::Index rank = (svd_.sigma().array() > threshold).count();
    J_free_ = problem.J;
    at_bound_.setZero();  // d_N
    scale_ = 0;
    saturated_ = 0;
    dtheta.setZero();
    const auto inverse = [](int, double sigma, double share) { return share / sigma; };
    const Eigen::Index most = max_active_sets(problem.J.rows(), problem.J.cols());
    for (int count = 0; count <= most; ++count) {
      if (count > 0) free_svd_.compute(J_free_);
      const Svd& svd = count > 0 ? free_svd_ : svd_;
      if ((svd.sigma().array() > threshold).count() < rank) break;
      // dtheta(s) = s along + base
      left_.noalias() = problem.J.lazyProduct(at_bound_);
      sum_over_directions(svd, problem.e, threshold, inverse, along_);
      sum_over_directions(svd, left_, threshold, inverse, base_);
      base_ = at_bound_ - base_;
      const Room room = room_of();
      if (room.scale > scale_) {
        scale_ = room.scale;
        saturated_ = count;
        dtheta = (scale_ * along_ + base_).cwiseMax(lower_).cwiseMin(upper_);
      }
      if (room.scale >= 1 || room.joint < 0) break;
      J_free_.col(room.joint).setZero();
      at_bound_[room.joint] = room.bound;
    }
    if (!problem.phi.isZero(0)) {
      const bool is_usual = &problem.J == &problem.J_usual;
      null_space_.add(problem.skeleton, problem.J_usual, problem.phi, lower_, upper_, dtheta,
                      is_usual ? &svd_ : nullptr);
      dtheta = dtheta.cwiseMax(lower_).cwiseMin(upper_);
    }
    if (dtheta.isZero(0) && !problem.e.isZero(0)) scale_ = 0;  // nothing of e is taken away
    return step_ratio(dtheta, problem.inverse_cap) >= 1 - 1e-12;
  }

  void reset() override {
    svd_.reset();
    free_svd_ = svd_;
  }
  const Svd* svd() const override { return &svd_; }
  ReadingsOf<double> readings() const override { return {scale_, static_cast<double>(saturated_)}; }

 private:
  /// The largest s up to 1 with which no joint leaves its bounds, 0 if there is none, and the joint
  /// that limits it, -1 if none does, with the bound that it meets.
  struct Room {
    double scale = 1;
    int joint = -1;
    double bound = 0;
  };

  void set_bounds(const Problem& problem) {
    problem.find_bounds(lower_, upper_);
    lower_ = lower_.cwiseMax(-problem.inverse_cap.cwiseInverse()).cwiseMin(0);
    upper_ = upper_.cwiseMin(problem.inverse_cap.cwiseInverse()).cwiseMax(0);
  }

  Room room_of() const {
    Room room;
    double least = -infinity;
    double most = infinity;
    for (int j = 0; j < along_.size(); ++j) {
      const double a = along_[j], b = base_[j];
      if (a == 0) continue;  // at a bound, or of no use
      const double bound = a > 0 ? upper_[j] : lower_[j], other = a > 0 ? lower_[j] : upper_[j];
      const double s = (bound - b) / a;
      if (s < most && s < 1) room = {1, j, bound};
      most = std::min(most, s);
      const double from = (other - b) / a;
      if (from > 1 && from > least && most >= 1) room = {1, j, other};
      least = std::max(least, from);
    }
    room.scale = least > most || most < 0 || least > 1 ? 0 : std::min(most, 1.0);
    return room;
  }

  double tolerance_ = 0, scale_ = 0;
  int saturated_ = 0;
  Svd svd_, free_svd_ = svd_;  // of J and of J W
  Eigen::MatrixXd J_free_;     // J W
  Eigen::VectorXd lower_, upper_ = lower_, at_bound_ = lower_, along_ = lower_, base_ = lower_;
  Eigen::VectorXd left_;
  NullSpaceStep null_space_;
};

}  // namespace

void declare_sns(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "sns",
      .title = "Saturation in the null space",
      .short_title = "SNS",
      .rank = 140,
      .formula = "J Δθ = s e,   s ≤ 1 as large as joints at bounds allow,   d_min ≤ Δθ ≤ d_max",
      .when = "For joints with limits and largest steps: the effectors keep the direction to their "
              "targets, since joints that still can move make up for those at a bound.",
      .hint = "Lower γₘₐₓ: the effectors become slower and still move straight to their targets, "
              "where other methods curve at limits.",
      .source = "Flacco, De Luca and Khatib 2012",
      .own = {sns_tolerance},
      .defaults = {.max_angle_deg = 10},
      .null_space = NullSpace::Own,
      .readings = {{"s", "", "Part of the error that the step takes away, to first order."},
                   {"saturated", "", "Number of joints that the others make up for."}},
      .symbols = {{"d_min", "the least step of each joint, from its limits, its speed and γₘₐₓ"},
                  {"d_max", "the largest step of each joint, from its limits, its speed and γₘₐₓ"}},
      .cost = 8,
      .make = [](const Skeleton& body) { return std::make_unique<Sns>(body); },
      .keeps_bounds = true,
  });
}

}  // namespace ik
