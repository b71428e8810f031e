#pragma once
#include <Eigen/Core>
#include <span>

#include "ik/model/pose.h"

namespace ik {

/// Keeps the loops of a body closed  (mathematics.md, "Loops"): what a method is given moves joints
/// only so that they stay closed to first order, and after its step the pose is brought back to
/// where they are. Nothing changes of a body without loops. Allocates nothing after it is made.
class LoopCloser {
 public:
  explicit LoopCloser(const Skeleton& skeleton);

  bool any() const { return gradients_.cols() > 0; }

  /// Works in the coordinates q_j = theta_j / per_radian_j, n. Null, as at first: P is that of
  /// theta, and a slide counts in scales of the body while loops are closed.
  void weigh(const Eigen::VectorXd* per_radian);

  /// The motions that keep the loops closed at this pose: P = I - B B^T, B an orthonormal basis of
  /// the rows of their Jacobian. held: joints that do not move.
  void look(const Pose& pose, std::span<const int> held);
  void constrain(Eigen::MatrixXd& J);          ///< J := J P
  void constrain(Eigen::VectorXd& phi) const;  ///< phi := P phi

  /// Brings the pose to where the loops are closed, by Newton's method, damped by the error that is
  /// left  (Chan and Lawrence 1988). Coordinates stay within lower and upper, n; those between
  /// equal bounds stay. The steps are short in q. Returns whether the loops are closed.
  bool close(Pose& pose, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper);
  /// Returns how far the loops are open, scene units; angles as arcs at the characteristic length.
  double gap(const Pose& pose);

 private:
  void measure(const Pose& pose);
  void differentiate(const Pose& pose);
  void add_gradients(const Pose& pose, const Loop::End& end, double sign, int row, bool rigid);
  void step(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, Eigen::VectorXd& theta);

  const Skeleton* skeleton_;
  Eigen::VectorXd e_, f_ = e_;                     // r
  Eigen::VectorXd dtheta_, per_radian_ = dtheta_;  // n
  bool weighed_ = false;
  Eigen::MatrixXd gradients_;  // n x r: the transposed Jacobian of the points apart
  Eigen::MatrixXd basis_ = gradients_, JB_, A_;
  int rank_ = 0;
};

}  // namespace ik
