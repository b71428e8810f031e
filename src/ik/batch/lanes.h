#pragma once
#include <Eigen/Core>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ik/linalg/svd.h"
#include "ik/solve/solver.h"

namespace ik {

/// Several bodies with one skeleton at once, with different parameters and the same targets, by
/// damped least squares or the Jacobian transpose: like a Solver for each, with their numbers in
/// one register, one lane each. A lane's result does not depend on the others. It equals Solver up
/// to rounding, which a run that shakes amplifies.
class LaneSolver {
 public:
  static constexpr int width = 8;
  /// A number of each body.
  using Lane = Eigen::Array<double, width, 1>;
  /// Numbers of each body: a column for each joint, say.
  using Lanes = Eigen::Array<double, width, Eigen::Dynamic>;
  using Mask = Eigen::Array<bool, width, 1>;

  /// Whether it supports these settings of that method: dls with fixed damping, or transpose; one
  /// update per step, no null-space objectives, position goals only, no joint limits.
  static bool supports(const Skeleton& skeleton, const MethodInfo& method,
                       const base::Settings& settings);

  /// settings: one to `width` of one method, each such that supports() is true. All start at theta.
  LaneSolver(std::shared_ptr<const Skeleton> skeleton, std::span<const base::Settings> settings,
             const Eigen::VectorXd& theta);

  /// Solver::step. Allocates nothing.
  void step(const Targets& targets);

  const Lanes& theta() const { return theta_; }          ///< n columns
  const Lanes& errors() const { return error_; }         ///< k columns, |t_i - s_i| after the step
  const Mask& step_clamped() const { return clamped_; }  ///< in the last step
  Eigen::VectorXd theta(int lane) const { return theta_.row(lane).matrix(); }

 private:
  void kinematics();
  void ask(const Targets& targets);
  void jacobian(const Targets& targets);
  void solve();
  void solve_by_svd(int lane);
  void step_along_gradient();
  void apply_transpose(const Lanes& f);

  /// Three numbers of each body, from column `at` on.
  struct Three {
    Lane x, y, z;
  };
  static Three three(const Lanes& from, int at);
  static void put(Lanes& to, int at, const Three& v);
  Lane& A(int r, int c) { return A_[static_cast<size_t>(c * m_ + r)]; }

  std::shared_ptr<const Skeleton> skeleton_;
  int n_, k_, m_;
  enum class DmaxMode { Off, Constant, Adaptive };
  bool transpose_;  // else dls
  Lane lambda2_;    // of dls,
  Lane alpha_;      // of transpose; 0: computed
  Lane dmax_, inverse_angle_, inverse_slide_;
  Mask alternate_, adaptive_;
  bool any_dmax_ = false;
  std::vector<char> fresh_;  // k: no D_max,i yet

  Lanes theta_, sine_, cosine_, dtheta_;  // n
  Lanes rotation_;                        // 9 n, column by column
  Lanes origin_, position_, axis_;        // 3 n
  Lanes effector_, e_, f_;                // 3 k
  Lanes error_, approach_;                // k
  Lanes J_;                               // 3 k n, joint by joint
  std::vector<Lane, Eigen::aligned_allocator<Lane>> A_;
  Mask clamped_;
  Eigen::MatrixXd one_J_;
  std::vector<Svd> svd_;  // a lane's own, for where J J^T is as good as singular
};

}  // namespace ik
