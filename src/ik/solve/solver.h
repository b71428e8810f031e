#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "base/parameter.h"
#include "ik/linalg/generic_rank.h"
#include "ik/linalg/loop_closer.h"
#include "ik/linalg/null_space.h"
#include "ik/methods/method.h"
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"
#include "ik/objectives/objective.h"
#include "ik/solve/error_clamp.h"
#include "ik/solve/joint_scale.h"
#include "ik/solve/null_space_addition.h"
#include "ik/solve/rate_limits.h"
#include "ik/solve/step_clamp.h"

namespace ik {

/// The targets in this step. World frame.
struct Targets {
  explicit Targets(int effectors);
  Eigen::Matrix3Xd position;  ///< 3 x k
  Eigen::Matrix3Xd velocity;  ///< 3 x k, scene units per unit of time
  std::vector<bool> jumped;   ///< k: discontinuous since the last step (D_max,i starts again)
  Eigen::VectorXd recorded;   ///< n: the body's recorded coordinates now; empty: no recording
  std::vector<int> recorded_joints;  ///< ascending: those that follow `recorded` while held
};

struct StepReport {
  int updates = 0;             ///< updates made in this step
  bool error_clamped = false;  ///< D_max shortened an e_i
  bool step_clamped = false;   ///< a clamp or rate limit shortened the step
  /// A joint limit clipped the step; or, for methods that respect limits themselves, a joint at its
  /// limit would reduce the error by moving beyond it.
  bool limit_reached = false;
  double max_ratio = 0;  ///< largest |dtheta_j| / cap_j after clamping, before limits
};

/// The settings of a body's joints and effectors, which every method has.
struct BodySettings {
  explicit BodySettings(const Skeleton& skeleton);
  Eigen::VectorXd rest;       ///< n, finite: the desired coordinates
  Eigen::VectorXd stiffness;  ///< n, positive: the weights of the joints in the length of a step
  std::vector<int> order;     ///< k: effectors, highest priority first
  /// No method moves these joints, in ascending order: their columns of J are zero.
  std::vector<int> held = {};
  bool operator==(const BodySettings&) const = default;
};

/// Throws base::Error if a method cannot be used on a body.
void check_able(const MethodInfo& method, const Skeleton& skeleton);

/// A body with a method: theta and working memory. A copy continues bit by bit like the original.
class Solver {
 public:
  Solver(std::shared_ptr<const Skeleton> skeleton, const MethodInfo& method);
  Solver(std::shared_ptr<const Skeleton> skeleton, const MethodInfo& method,
         base::Settings settings);
  /// Makes one step of one or several updates towards the targets (mathematics.md §2, items 2 to
  /// 6). dt is the time step, used by feed-forward and rate limits. Allocates nothing, throws
  /// nothing.
  const StepReport& step(const Targets& targets, double dt);

  /// Changes the method and keeps the pose. Throws Error, and changes nothing, if the method cannot
  /// be used on this body.
  void choose(const MethodInfo& method, base::Settings settings);
  void configure(base::Settings settings);  ///< same method
  void restart();  ///< goes to the skeleton's start pose and forgets earlier updates

  /// Makes the next step start from a slightly perturbed pose, if the method can do that.
  void perturb() { method_->perturb(); }
  /// Puts the body into a pose, n, finite, clamped to the limits if they are on. Held joints are
  /// held at their new values. If that opens loops, the joints that it leaves unchanged close them.
  void set_theta(const Eigen::VectorXd& theta);

  // A search (search.h) makes updates one by one, towards targets that rest.
  /// Forgets earlier updates and goes to a pose, n, finite; joints that are held stay.
  void begin(const Eigen::VectorXd& theta);
  /// Computes and returns e_raw() at the current pose, m, without weights, D_max or feed-forward.
  const Eigen::VectorXd& compute_error(const Targets& targets);
  /// Makes one update towards the targets, for which compute_error() must have been called at this
  /// pose. Its limit_reached leaves out joints that a limit holds back without clipping the step.
  const StepReport& advance(const Targets& targets);
  /// Returns the joint at a limit that would reduce the error most by moving beyond it, or -1.
  int joint_held_by_limit(const Targets& targets);

  // Settings that may change while it runs; restart() keeps them.
  void set_body(BodySettings settings);
  void set_rest(const Eigen::VectorXd& rest);
  void hold(std::span<const int> joints);
  void set_obstacles(std::vector<Obstacle> obstacles);

  const Skeleton& skeleton() const { return *skeleton_; }
  const std::shared_ptr<const Skeleton>& skeleton_ptr() const { return skeleton_; }
  const MethodInfo& method() const { return *info_; }
  const base::Settings& settings() const { return settings_; }
  const Pose& pose() const { return pose_; }
  const Eigen::VectorXd& weights() const { return weights_; }  ///< k, of the goals
  StepCap cap() const { return step_clamp_.cap; }
  const BodySettings& body() const { return body_; }
  const Eigen::VectorXd& rest() const { return body_.rest; }
  const std::vector<int>& order() const { return body_.order; }
  const std::vector<int>& held() const { return body_.held; }
  const std::vector<Obstacle>& obstacles() const { return obstacles_; }
  /// The method's readings after the last update.
  std::span<const double> readings() const;
  /// Quantities of the last update, evaluated before its step: J, m x n, weighted; e_raw, m, before
  /// D_max, without weights; e, m, after D_max, weighted; requested_dq, n, the step of the method
  /// and of objectives before clamps and limits; dtheta, n, the step applied. J and requested_dq
  /// are in the coordinates q_j = theta_j / r_j (JointScale).
  const Eigen::MatrixXd& J() const { return J_; }
  const Eigen::VectorXd& e_raw() const { return e_raw_; }
  const Eigen::VectorXd& e() const { return e_; }
  const Eigen::VectorXd& requested_dq() const { return requested_dq_; }
  const Eigen::VectorXd& dtheta() const { return dtheta_; }
  /// r, n, where q_j = theta_j / r_j; null if all are 1.
  const Eigen::VectorXd* per_radian() const { return joint_scale_.per_radian(); }
  /// Returns the factor by which the last update turned u_i^T e into a step along v_i, if sigma is
  /// singular value i; NaN if the method has no such factor (Method::gain).
  double gain(int i, double sigma) const { return method_->gain(i, sigma); }
  /// Returns the computing time of the last step relative to a typical step of the method.
  double relative_cost() const { return method_->relative_cost(); }
  /// Singular values of the last update's J; computed at the first call after a step.
  const Svd& svd();
  /// Returns the generic rank of J, its largest rank over all poses. Computed at the first call.
  int rank() const { return rank_.of(alternate_); }
  /// Returns singular value rank() of the last J, or 0 if it is rounding. Small near singular
  /// poses.
  double sigma_min();
  /// Returns how far the body's loops are open, scene units: 0 unless they cannot be closed.
  double loop_gap() const { return loops_.gap(pose_); }

 private:
  void follow_recording(const Targets& targets);
  void update(const Targets& targets, double lead_time, double time);
  void take_step(const Problem& problem);
  void close_loops();
  void forget_update();
  void update_joint_scale();
  void update_limits();
  void compute_jacobian(const Targets& targets, bool alternate, Eigen::MatrixXd& J);
  double largest_error(const Targets& targets) const;

  std::shared_ptr<const Skeleton> skeleton_;
  const MethodInfo* info_;
  base::Settings settings_;
  base::Cloned<Method> method_;
  ObjectiveSum objectives_;
  Pose pose_{*skeleton_};
  Eigen::MatrixXd J_ = Eigen::MatrixXd::Zero(skeleton_->rows(), skeleton_->joints()), J_usual_ = J_;
  Eigen::VectorXd weights_ = Eigen::VectorXd::Ones(skeleton_->effectors());
  Eigen::VectorXd e_raw_ = Eigen::VectorXd::Zero(skeleton_->rows()), e_ = e_raw_, e_after_ = e_raw_;
  Eigen::VectorXd requested_dq_ = Eigen::VectorXd::Zero(skeleton_->joints()),
                  dtheta_ = requested_dq_;
  ErrorClamp<double> error_clamp_{*skeleton_};
  StepClamp<double> step_clamp_{*skeleton_};
  JointScale<double> joint_scale_{*skeleton_};
  RateLimits rates_{*skeleton_};
  bool rates_act_ = false;  // in this update
  // n: the bounds of theta by limits and rates in this update
  Eigen::VectorXd low_now_ = dtheta_, high_now_ = low_now_;
  NullSpaceAddition<double> null_space_{*skeleton_};
  Eigen::VectorXd inverse_cap_ = dtheta_;  // n: 1 / the largest change of q_j
  Eigen::VectorXd theta_before_ = dtheta_, phi_ = dtheta_, theta_closed_ = dtheta_;
  mutable LoopCloser loops_{*skeleton_};
  // 3 x k: the targets' motion in a time step, for feed-forward
  Eigen::Matrix3Xd lead_offset_ = Eigen::Matrix3Xd::Zero(3, skeleton_->effectors());
  BodySettings body_{*skeleton_};
  std::vector<Obstacle> obstacles_;
  mutable ReadingsOf<double> readings_ = {};
  mutable bool readings_stale_ = false;  // readings() fetches the method's
  Svd svd_{skeleton_->rows(), skeleton_->joints()};
  mutable GenericRank rank_{*skeleton_};
  bool svd_current_ = false, new_goal_ = true, at_limit_ = false;
  StepReport report_;
  // settings that an update reads
  bool alternate_ = false, feed_forward_ = false;
  double stop_error_ = 0;
  int updates_per_step_ = 1;
};

}  // namespace ik
