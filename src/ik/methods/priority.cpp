// Task priority  (SNU §4-6; Siciliano and Slotine 1991). The effectors are tasks, the first of the
// order first; every task has what freedom those before it leave:
//   dtheta_i = dtheta_{i-1} + (J_i P_{i-1})^+ (e_i - J_i dtheta_{i-1}),
//   P_i = P_{i-1} - (J_i P_{i-1})^+ (J_i P_{i-1}),  P_0 = I.
// With lambda > 0 the first (.)^+ is damped. The second is not, whatever lambda: a damped one
// would make P no projector, and later tasks would disturb earlier ones.

#include <cmath>
#include <vector>

#include "ik/method.h"

namespace ik {
namespace {

const Parameter lambda{
    .key = "lambda",
    .symbol = "λ",
    .unit = "unit/rad",
    .min = 0,
    .max = 10,
    .standard = 0.6,
    .scale = Scale::Log,
    .explanation =
        "Damping of every task's pseudoinverse: 0 is the plain pseudoinverse, which shakes "
        "where a task is out of reach or in conflict with one before it.",
    .source = "SNU §7",
};

const Parameter tolerance{
    .key = "tolerance",
    .symbol = "tol",
    .unit = "|Jᵢ|",
    .min = 1e-12,
    .max = 0.5,
    .standard = 1e-6,
    .scale = Scale::Log,
    .explanation =
        "Directions of a task whose singular value is below this share of its Jacobian are left "
        "out: it cannot move there, or only against a task before it.",
    .source = "SNU §4",
};

class Priority final : public Clonable<Method, Priority> {
 public:
  explicit Priority(const Skeleton& skeleton) : range_(skeleton.joints(), skeleton.joints()) {
    for (int i = 0; i < skeleton.effectors(); ++i)
      tasks_.emplace_back(skeleton.rows(i), skeleton.joints());
  }

  void configure(const Settings& settings) override {
    lambda_ = settings[lambda];
    tolerance_ = settings[tolerance];
  }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    dtheta.setZero();
    rank_ = 0;
    for (const int i : problem.order) {
      Task& task = tasks_[static_cast<size_t>(i)];
      const auto J = problem.J.middleRows(problem.skeleton.row(i), problem.skeleton.rows(i));
      const auto e = problem.e.segment(problem.skeleton.row(i), problem.skeleton.rows(i));
      task.left.noalias() = e - J.lazyProduct(dtheta);
      task.JP = J;
      for (int k = 0; k < rank_; ++k)
        for (int r = 0; r < J.rows(); ++r)
          task.JP.row(r) -= task.JP.row(r).dot(range_.col(k)) * range_.col(k).transpose();
      task.svd.compute(task.JP);
      const double zero = tolerance_ * J.norm();
      for (int s = 0; s < J.rows() && rank_ < range_.cols(); ++s) {
        const double sigma = task.svd.sigma()[s];
        if (sigma <= zero || sigma <= task.svd.noise()) break;
        add_to_range(task.svd.V().col(s));
        const double share = task.svd.U().col(s).dot(task.left);
        dtheta += sigma / (sigma * sigma + lambda_ * lambda_) * share * range_.col(rank_ - 1);
      }
    }
    tell(problem, dtheta);
    return false;
  }

  void reset() override {
    for (Task& task : tasks_) task.svd = Svd(task.svd.rows(), task.svd.columns());
  }

  void read(std::span<double> values) const override {
    values[0] = first_left_;
    values[1] = last_left_;
    values[2] = static_cast<double>(range_.rows() - rank_);
  }

 private:
  struct Task {
    Task(int rows, int joints) : svd(rows, joints), JP(rows, joints), left(rows) {}
    Svd svd;
    Eigen::MatrixXd JP;
    Eigen::VectorXd left;
  };

  /// I - P is spanned by the first rank_ columns of range_, orthonormal. Where a singular value is
  /// small v is orthogonal to the others only up to what is lost in it, so it is made so, twice.
  template <class Vector>
  void add_to_range(const Vector& v) {
    auto added = range_.col(rank_);
    added = v;
    for (int pass = 0; pass < 2; ++pass) {
      for (int k = 0; k < rank_; ++k) added -= range_.col(k).dot(added) * range_.col(k);
      added.normalize();
    }
    ++rank_;
  }

  void tell(const Problem& problem, const Eigen::VectorXd& dtheta) {
    const auto left = [&](int i) {
      const int row = problem.skeleton.row(i), rows = problem.skeleton.rows(i);
      double sum = 0;
      for (int r = row; r < row + rows; ++r) {
        const double e = problem.e[r] - problem.J.row(r).dot(dtheta);
        sum += e * e;
      }
      return std::sqrt(sum);
    };
    first_left_ = left(problem.order.front());
    last_left_ = left(problem.order.back());
  }

  double lambda_ = 0, tolerance_ = 0;
  std::vector<Task> tasks_;  // by effector
  Eigen::MatrixXd range_;
  int rank_ = 0;
  double first_left_ = 0, last_left_ = 0;
};

const Registered<MethodInfo> registered{{
    .name = "priority",
    .title = "Task priority",
    .rank = 80,
    .formula = "Δθᵢ = Δθᵢ₋₁ + (JᵢPᵢ₋₁)⁺(eᵢ − JᵢΔθᵢ₋₁),   Pᵢ = Pᵢ₋₁ − (JᵢPᵢ₋₁)⁺(JᵢPᵢ₋₁)",
    .when = "When effectors matter unequally: each moves only as far as those before it in the "
            "order are not disturbed.",
    .hint = "Put a target out of reach, then change the order and see which effector gives way.",
    .source = "SNU §4-6; Siciliano and Slotine 1991",
    .own = {lambda, tolerance},
    .defaults = {.max_angle_deg = 45, .dmax_mode = "adaptive"},
    .null_space = NullSpace::Added,
    .readings = {{"left of the first |e₁ − J₁Δθ|", "unit",
                  "What the step leaves of the first task's error, by the Jacobian."},
                 {"left of the last |eₖ − JₖΔθ|", "unit",
                  "What the step leaves of the last task's error, by the Jacobian."},
                 {"freedom left", "", "Degrees of freedom that the tasks leave to the body."}},
    .make = [](const Skeleton& skeleton) { return std::make_unique<Priority>(skeleton); },
    .uses_order = true,
}};

}  // namespace
}  // namespace ik
