// Task priority  (SNU §4-6; Siciliano and Slotine 1991). The effectors are tasks, the first of the
// order first; every task has what freedom those before it leave:
//   dtheta_i = dtheta_{i-1} + (J_i P_{i-1})^+ (e_i - J_i dtheta_{i-1}),
//   P_i = P_{i-1} - (J_i P_{i-1})^+ (J_i P_{i-1}),  P_0 = I.
// The first (.)^+ is damped  (SNU §7), each task by itself, with a lambda chosen as in DLS. The
// second is not: a damped one would make P no projector, and later tasks would disturb earlier
// ones.

#include <algorithm>
#include <cmath>
#include <vector>

#include "ik/linalg/generic_rank.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/methods/parts/damping.h"

namespace ik {
namespace {

const base::Parameter task_tolerance = base::log_scaled(
    "tolerance", "tol", "|Jᵢ|", {1e-12, 0.5, 1e-6},
    {.explanation = "Directions of a task whose singular value is below this fraction of its "
                    "Jacobian are ignored: it cannot move there, or only against an earlier task.",
     .source = "SNU §4"});

class Priority final : public base::Clonable<Method, Priority> {
 public:
  explicit Priority(const Skeleton& skeleton)
      : skeleton_(skeleton),
        ranked_(static_cast<size_t>(skeleton.effectors())),
        range_(skeleton.joints(), std::min(skeleton.rows(), skeleton.joints())) {
    for (int i = 0; i < skeleton.effectors(); ++i)
      tasks_.emplace_back(skeleton.rows(i), skeleton.joints());
  }

  void configure(const base::Settings& settings) override {
    damping_.configure(settings);
    tolerance_ = settings[task_tolerance];
    if (!damping_.by_singular_values()) return;
    const bool alternate = settings.flag(common::jacobian());
    if (!general_.empty() && alternate == general_alternate_) return;
    general_ = generic_jacobians(skeleton_, alternate, held_);
    general_alternate_ = alternate;
    ranked_.assign(ranked_.size(), -1);
  }

  void hold(std::span<const int> joints) override {
    held_.assign(joints.begin(), joints.end());
    general_.clear();
  }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    if (damping_.by_singular_values() && !std::ranges::equal(ranked_, problem.order))
      rank_tasks(problem);
    dtheta.setZero();
    rank_ = 0;
    for (const int i : problem.order) {
      Task& task = tasks_[i];
      const auto J = problem.J.middleRows(problem.skeleton.row(i), problem.skeleton.rows(i));
      const auto e = problem.e.segment(problem.skeleton.row(i), problem.skeleton.rows(i));
      task.left.noalias() = e - J.lazyProduct(dtheta);
      task.gradients = J.transpose();
      for (int k = 0; k < rank_; ++k)
        for (auto gradient : task.gradients.colwise())
          gradient -= gradient.dot(range_.col(k)) * range_.col(k);
      task.JP = task.gradients.transpose();
      task.svd.compute(task.JP);
      const double lambda = damping_of(task);
      const double zero = tolerance_ * J.norm();
      for (int s = 0; s < J.rows() && rank_ < range_.cols(); ++s) {
        const double sigma = task.svd.sigma()[s];
        if (sigma <= zero || sigma <= task.svd.noise()) break;
        add_to_range(task.svd.V().col(s));
        const double share = task.svd.U().col(s).dot(task.left);
        const double along = damping_.along(s, task.rank, lambda), lambda2 = along * along;
        dtheta += sigma / (sigma * sigma + lambda2) * share * range_.col(rank_ - 1);
      }
    }
    tell(problem, dtheta);
    return false;
  }

  void reset() override {
    for (Task& task : tasks_) task.svd.reset();
  }

  ReadingsOf<double> readings() const override {
    return {first_left_, last_left_, static_cast<double>(range_.rows() - rank_)};
  }

 private:
  struct Task {
    Task(int rows, int joints)
        : svd(rows, joints), JP(rows, joints), gradients(joints, rows), left(rows) {}
    Svd svd;
    Eigen::MatrixXd JP, gradients;  // P J_i^T
    Eigen::VectorXd left;
    int rank = 0;  ///< the largest that J_i P_{i-1} has at any pose, in the order ranked_
  };

  /// How many rows of each task do not depend on each other and those before, in general poses.
  void rank_tasks(const Problem& problem) {
    for (Task& task : tasks_) task.rank = 0;
    for (const Eigen::MatrixXd& J : general_) {
      rank_ = 0;
      for (const int i : problem.order) {
        const int before = rank_;
        for (int r = skeleton_.row(i); r < skeleton_.row(i + 1); ++r) {
          if (rank_ == range_.cols()) break;
          auto added = range_.col(rank_);
          added = J.row(r).transpose();
          for (int k = 0; k < rank_; ++k) added -= range_.col(k).dot(added) * range_.col(k);
          if (added.norm() > rank_tolerance * J.norm()) add_to_range(J.row(r).transpose());
        }
        Task& task = tasks_[i];
        task.rank = std::max(task.rank, rank_ - before);
      }
    }
    all_ranks_ = 0;
    for (const Task& task : tasks_) all_ranks_ += task.rank;
    std::ranges::copy(problem.order, ranked_.begin());
  }

  /// I - P is spanned by the first rank_ columns of range_, orthonormal. Where a singular value is
  /// small v is not orthogonal to the others: it is made so, and again if that took much of it.
  template <class Vector>
  void add_to_range(const Vector& v) {
    auto added = range_.col(rank_);
    added = v;
    added.normalize();
    for (int pass = 0; pass < 2; ++pass) {
      for (int k = 0; k < rank_; ++k) added -= range_.col(k).dot(added) * range_.col(k);
      const double left = added.norm();
      if (left > 0) added /= left;
      if (left > 0.7) break;
    }
    ++rank_;
  }

  double damping_of(const Task& task) const {
    if (damping_.fixed()) return damping_.lambda();
    return damping_.by_singular_values() ? damping_.of(task.svd, task.rank, all_ranks_)
                                         : damping_.of(task.left);
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

  const Skeleton& skeleton_;
  Damping damping_;
  double tolerance_ = 0;
  std::vector<Eigen::MatrixXd> general_;  // J at poses that are nothing special, of this kind:
  bool general_alternate_ = false;
  std::vector<int> held_, ranked_;  // ranked_: the order that Task::rank is for
  std::vector<Task> tasks_;         // by effector
  Eigen::MatrixXd range_;
  int rank_ = 0, all_ranks_ = 0;  // all_ranks_: of Task::rank, the sum
  double first_left_ = 0, last_left_ = 0;
};

/// Damped by the error unless told otherwise. Where a task cannot have what it asks for, what is
/// left of its error, e, pulls at joints that stretched or taken ones can hardly answer, with
/// e/lambda^2; the step overshoots where |e| times the curvature of the way exceeds 2 lambda^2. A
/// constant lambda large enough for that makes the tasks that can be met slow.
std::vector<base::Parameter> parameters() {
  std::vector<base::Parameter> all = Damping::parameters();
  for (base::Parameter& parameter : all) {
    if (parameter.key == "lambda" || parameter.key == "error_factor") parameter.default_value = 2;
    if (parameter.key == "damping") parameter.default_value = parse(parameter, "error");
    if (parameter.key == "lambda_floor") parameter.default_value = 0.5;
  }
  all.push_back(task_tolerance);
  return all;
}

}  // namespace

void declare_priority(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "priority",
      .title = "Task priority",
      .rank = 80,
      .formula = "Δθᵢ = Δθᵢ₋₁ + (JᵢPᵢ₋₁)⁺(eᵢ − JᵢΔθᵢ₋₁),   Pᵢ = Pᵢ₋₁ − (JᵢPᵢ₋₁)⁺(JᵢPᵢ₋₁)",
      .when = "When effectors are not equally important: each moves only as far as it does not "
              "disturb those before it in the order. Where tasks conflict it shakes more than DLS, "
              "which shares the error among them; a larger λ reduces this, but the last tasks lag.",
      .hint = "Put a target out of reach, then change the order and see which effector gives way.",
      .source = "SNU §4-6; Siciliano and Slotine 1991",
      .own = parameters(),
      .defaults = {.max_angle_deg = 45},
      .null_space = NullSpace::Added,
      .readings = {{"error left of the first task |e₁ − J₁Δθ|", "unit",
                    "First task's error left by the step, to first order."},
                   {"error left of the last task |eₖ − JₖΔθ|", "unit",
                    "Last task's error left by the step, to first order."},
                   {"degrees of freedom left", "", "Those that the tasks do not use."}},
      .symbols = {{"Δθᵢ", "the step after the first i tasks"},
                  {"Δθᵢ₋₁", "the step before task i"},
                  {"Jᵢ", "the rows of J that belong to task i"},
                  {"Pᵢ", "projector on the null space of the first i tasks"},
                  {"Pᵢ₋₁", "projector on the null space of the tasks before i"},
                  {"eᵢ", "the error of task i"}},
      .cost = 4,
      .make = [](const Skeleton& skeleton) { return std::make_unique<Priority>(skeleton); },
      .uses_order = true,
  });
}

}  // namespace ik
