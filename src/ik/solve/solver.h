#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "base/parameter.h"
#include "ik/linalg/general_rank.h"
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
  Eigen::VectorXd recorded;   ///< n: the body's recorded coordinates now; empty: there are none
  std::vector<int> given;  ///< coordinates that follow them while they are held, in ascending order
};

struct StepReport {
  int updates = 0;             ///< updates made in this step
  bool error_clamped = false;  ///< D_max shortened an e_i
  bool step_clamped = false;   ///< the maximum angle change acted
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
  /// mathematics.md §2, items 2 to 6: one step of one or several updates towards the targets; dt is
  /// the fixed time step (for the feed-forward). Allocates nothing, throws nothing.
  const StepReport& step(const Targets& targets, double dt);

  /// Keeps the pose. Throws Error, and changes nothing, if the method cannot be used on this body.
  void choose(const MethodInfo& method, base::Settings settings);
  void configure(base::Settings settings);  ///< same method
  void restart();                           ///< the start pose, memory forgotten

  /// Method::perturb: the next step starts from a pose slightly changed at random, if it searches.
  void perturb() { solver_->perturb(); }
  /// Puts the body into a pose, n, finite; within its limits if they are on. Joints that are held
  /// are held there. Where that opens loops, joints that it does not move close them.
  void set_theta(const Eigen::VectorXd& theta);

  // A search (search.h) makes updates one by one, towards targets that rest.
  /// Forgets earlier updates and goes to a pose, n, finite; joints that are held stay.
  void begin(const Eigen::VectorXd& theta);
  /// Returns e_raw() of the present pose, m, without weights.
  const Eigen::VectorXd& look_at(const Targets& targets);
  /// One update towards the targets, of which look_at() has just returned the errors. The report
  /// says nothing of limits that hold a joint back.
  const StepReport& advance(const Targets& targets);
  /// Returns the joint at a limit that would reduce the error most by moving beyond it, or -1.
  int joint_held_by_limit(const Targets& targets);

  // Settings that may change while it runs; restart() keeps them.
  void set_body(BodySettings settings);
  void set_rest(const Eigen::VectorXd& rest);
  void hold(std::span<const int> joints);
  void set_obstacles(std::vector<Obstacle> obstacles);  ///< in the way

  const Skeleton& skeleton() const { return *skeleton_; }
  const std::shared_ptr<const Skeleton>& skeleton_ptr() const { return skeleton_; }
  const MethodInfo& method() const { return *method_; }
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
  /// Return values of the last update: J (m x n), e before and after D_max (m; J and the second
  /// weighted), the requested step and the applied one (n). J and the requested step are in the
  /// coordinates q_j = theta_j / per_radian_j (JointScale).
  const Eigen::MatrixXd& J() const { return J_; }
  const Eigen::VectorXd& e_raw() const { return e_raw_; }
  const Eigen::VectorXd& e() const { return e_; }
  const Eigen::VectorXd& dtheta_raw() const { return dtheta_raw_; }
  const Eigen::VectorXd& dtheta() const { return dtheta_; }
  /// How much of a coordinate counts as much as 1 rad, n; null: all of it is 1.
  const Eigen::VectorXd* per_radian() const { return joint_scale_.per_radian(); }
  /// Method::gain of the last update.
  double gain(int i, double sigma) const { return solver_->gain(i, sigma); }
  double effort() const { return solver_->effort(); }
  /// Singular values of the last update's J; computed at the first call after a step.
  const Svd& svd();
  /// How many singular values of J are not zero at every pose (GenericRank). Computed at the first
  /// call.
  int rank() const { return rank_.of(alternate_); }
  /// The smallest of those, of the last J; 0 where it is rounding. Small near singular poses.
  double sigma_min();
  /// Returns how far the body's loops are open, scene units: 0 unless they cannot be closed.
  double loop_gap() const { return loops_.gap(pose_); }

 private:
  void follow_recording(const Targets& targets);
  void update(const Targets& targets, double lead, double time);
  void take_step(const Problem& problem);
  void close_loops();
  void forget();
  void weigh_joints();
  void set_bounds();
  void find_jacobian(const Targets& targets, bool alternate, Eigen::MatrixXd& J);
  double largest_error(const Targets& targets) const;

  std::shared_ptr<const Skeleton> skeleton_;
  const MethodInfo* method_;
  base::Settings settings_;
  base::Cloned<Method> solver_;
  ObjectiveSum objectives_;
  Pose pose_{*skeleton_};
  Eigen::MatrixXd J_ = Eigen::MatrixXd::Zero(skeleton_->rows(), skeleton_->joints()), J_usual_ = J_;
  Eigen::VectorXd weights_ = Eigen::VectorXd::Ones(skeleton_->effectors());
  Eigen::VectorXd e_raw_ = Eigen::VectorXd::Zero(skeleton_->rows()), e_ = e_raw_, e_after_ = e_raw_;
  Eigen::VectorXd dtheta_raw_ = Eigen::VectorXd::Zero(skeleton_->joints()), dtheta_ = dtheta_raw_;
  ErrorClamp<double> error_clamp_{*skeleton_};
  StepClamp<double> step_clamp_{*skeleton_};
  JointScale<double> joint_scale_{*skeleton_};
  RateLimits rates_{*skeleton_};
  bool rated_ = false;                                       // whether they act in this update
  Eigen::VectorXd low_now_ = dtheta_, high_now_ = low_now_;  // n: where they let it go
  NullSpaceAddition<double> null_space_{*skeleton_};
  Eigen::VectorXd inverse_cap_ = dtheta_;  // n: of q
  Eigen::VectorXd theta_before_ = dtheta_, phi_ = dtheta_, theta_closed_ = dtheta_;
  mutable LoopCloser loops_{*skeleton_};
  Eigen::Matrix3Xd lead_ = Eigen::Matrix3Xd::Zero(3, skeleton_->effectors());
  BodySettings body_{*skeleton_};
  std::vector<Obstacle> obstacles_;
  mutable ReadingsOf<double> readings_ = {};
  mutable bool unread_ = false;  // the method has newer ones, read on demand
  Svd svd_{skeleton_->rows(), skeleton_->joints()};
  mutable GenericRank rank_{*skeleton_};
  bool svd_current_ = false, new_goal_ = true, at_limit_ = false;
  StepReport report_;
  // settings, as the update reads them
  bool alternate_ = false, feed_forward_ = false;
  double stop_error_ = 0;
  int updates_per_step_ = 1;
};

}  // namespace ik
