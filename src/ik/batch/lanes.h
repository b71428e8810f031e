#pragma once
#include <Eigen/Core>
#include <memory>
#include <span>

#include "ik/linalg/null_space.h"
#include "ik/methods/method.h"
#include "ik/solve/solver.h"

namespace ik {

/// Several bodies with one skeleton at once, by one method, with different parameters and the same
/// targets or with targets of their own: like a Solver for each, with their numbers in one
/// register, one lane each. A lane does not depend on the others and equals Solver up to rounding,
/// which a run that shakes amplifies.
class LaneSolver {
 public:
  static constexpr int width = Pack::lanes;

  /// Returns whether lanes can do what this solver does: a method that has MethodInfo::make_lanes,
  /// with one update per step and null-space objectives that have ObjectiveInfo::make_lanes;
  /// without held joints and loops.
  static bool supports(const Solver& solver);

  /// Body, method and pose are those of a solver; settings: one to `width` with which supports() is
  /// true of it.
  LaneSolver(const Solver& solver, std::span<const base::Settings> settings);

  /// Solver::step. Allocates nothing.
  void step(const Targets& targets);

  // Searches (lane_search.h) make updates towards targets that rest, as those of a Solver do.
  /// Makes the lane forget earlier updates and takes pose and e_raw() from a solver whose
  /// compute_error() was just called for these targets, 3 x k.
  void begin(int lane, const Solver& solver, const Eigen::Matrix3Xd& targets);
  /// Makes one update of every lane and computes e_raw() after it. Allocates nothing.
  void advance();

  const VectorOf<Pack>& theta() const { return pose_.theta; }  ///< n
  const VectorOf<Pack>& e_raw() const { return e_raw_; }       ///< m: e now, without weights
  const VectorOf<Pack>& errors() const { return errors_; }     ///< k: |e_i|
  const VectorOf<Pack>& dtheta() const { return dtheta_; }     ///< n: of the last update
  const VectorOf<Pack>& weights() const { return weights_; }   ///< k: of the goals
  // StepReport of the last step:
  const PackMask& step_clamped() const { return clamped_; }
  const PackMask& limit_reached() const { return limited_; }
  Eigen::VectorXd theta(int lane) const;

 private:
  void add_null_space_step(const ProblemOf<Pack>& problem);
  void find_usual_jacobian();
  PackMask joint_held_by_limit();

  std::shared_ptr<const Skeleton> skeleton_;
  NullSpace null_space_;
  std::unique_ptr<MethodOf<Pack>> method_;
  PoseOf<Pack> pose_{*skeleton_};
  MatrixOf<Pack> J_ = MatrixOf<Pack>::Zero(skeleton_->rows(), skeleton_->joints()), J_usual_ = J_;
  // 3 x k: J is of points_
  Matrix3XOf<Pack> targets_ = Matrix3XOf<Pack>::Zero(3, skeleton_->effectors()), points_ = targets_;
  VectorOf<Pack> weights_ = VectorOf<Pack>::Zero(skeleton_->effectors()), errors_ = weights_;
  VectorOf<Pack> e_raw_ = VectorOf<Pack>::Zero(skeleton_->rows()), e_ = e_raw_;
  VectorOf<Pack> dtheta_ = VectorOf<Pack>::Zero(skeleton_->joints()), phi_ = dtheta_;
  VectorOf<Pack> by_svd_ = dtheta_, inverse_cap_ = dtheta_;
  ErrorClamp<Pack> error_clamp_{*skeleton_};
  StepClamp<Pack> step_clamp_{*skeleton_};
  JointScale<Pack> joint_scale_{*skeleton_};
  NullSpaceAddition<Pack> null_space_step_{*skeleton_};
  PackMask alternate_ = false, clamped_ = false, limited_ = false, at_limit_ = false;
  Eigen::VectorXd rest_;
  ObjectiveSumOf<Pack> objectives_;
  bool new_goal_ = true;
};

}  // namespace ik
