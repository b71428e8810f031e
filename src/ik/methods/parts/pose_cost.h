#pragma once
#include <Eigen/Core>

#include "ik/methods/method.h"
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// The cost of a whole pose in an inverse kinematics update  (SNU §3):
///   F(theta) = 1/2 |r(theta)|^2 + 1/2 epsilon |q - q_0|^2,  q_j = theta_j / per_radian_j,
/// r the errors, weighted, of goals of any kind, q_0 the pose at the start of the update. So
/// epsilon slows the way and does not change where it ends.
class PoseCost {
 public:
  explicit PoseCost(const Skeleton& skeleton);

  /// Begins an update. The problem's targets and weights must live until the next call.
  void begin(const Problem& problem, double epsilon);

  /// Sets the fraction of problem.e that is to be removed: with 1, r is the remaining error (of an
  /// e that D_max shortens or feed-forward lengthens, the rest of that). Position effectors head
  /// for Y + fraction (X - Y), where Y is their position in theta_0 and X the target; angles for an
  /// error of that length (feed-forward does not lead them).
  void set_error_fraction(double fraction) { fraction_ = fraction; }

  /// F, and its gradient with respect to q, -J^T r + epsilon (q - q_0), n. Allocates nothing.
  double operator()(const Eigen::VectorXd& theta, Eigen::VectorXd& gradient);

  /// 1/2 |r|^2 at a pose whose kinematics are done, n. Allocates nothing.
  double half_square(const Pose& pose);

  double error() const { return r_.norm(); }  ///< |r| of the last call

 private:
  void compute_errors(const Pose& pose);
  void subtract_remainder(int i);

  const Skeleton& skeleton_;
  const Eigen::Matrix3Xd* targets_ = nullptr;
  const Eigen::VectorXd *weights_ = nullptr, *per_radian_ = nullptr;
  Pose pose_;
  Eigen::MatrixXd J_;
  Eigen::VectorXd r_, e_problem_ = r_, e_start_ = r_, remainder_ = r_;
  Eigen::VectorXd theta_start_, q_change_ = theta_start_;
  double epsilon_ = 0, fraction_ = 1;
};

}  // namespace ik
