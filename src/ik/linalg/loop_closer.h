#pragma once
#include <Eigen/Core>
#include <span>

#include "ik/model/pose.h"

namespace ik {

/// Keeps the loops of a body closed  (mathematics.md, "Loops"): projects J and phi onto the motions
/// that keep loops closed to first order, and closes the loops again after a step. Does nothing for
/// a body without loops. Allocates only in its constructor.
class LoopCloser {
 public:
  explicit LoopCloser(const Skeleton& skeleton);

  /// Returns whether the body has loops.
  bool any() const { return gradients_.cols() > 0; }

  /// Sets the coordinates q_j = theta_j / per_radian_j, n. Null, the default: P is in theta, and
  /// close() measures steps in rad, and in scales of the body for slides.
  void weigh(const Eigen::VectorXd* per_radian);

  /// Computes the projector P = I - B B^T onto the motions that keep the loops closed at this pose;
  /// B is an orthonormal basis of the rows of the loops' Jacobian. held: joints that do not move.
  void compute_projector(const Pose& pose, std::span<const int> held);
  void constrain(Eigen::MatrixXd& J);          ///< J := J P
  void constrain(Eigen::VectorXd& phi) const;  ///< phi := P phi

  /// Closes the loops by Newton's method, damped by the error  (Chan and Lawrence 1988), with
  /// steps of minimum norm in q. Coordinates stay within lower and upper, n; those with equal
  /// bounds stay. Returns whether the loops are closed.
  bool close(Pose& pose, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper);
  /// Returns how far the loops are open, scene units; angles as arcs at the characteristic length.
  double gap(const Pose& pose);

 private:
  void compute_errors(const Pose& pose);
  void compute_gradients(const Pose& pose);
  void add_gradients(const Pose& pose, const Loop::End& end, double sign, int row, bool rigid);
  void step(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, Eigen::VectorXd& theta);

  const Skeleton* skeleton_;
  Eigen::VectorXd e_, f_ = e_;                     // r, the number of loop equations
  Eigen::VectorXd dtheta_, per_radian_ = dtheta_;  // n
  bool weighed_ = false;
  Eigen::MatrixXd gradients_;  // n x r: de = -gradients^T dtheta
  Eigen::MatrixXd basis_ = gradients_, JB_, A_;
  int rank_ = 0;
};

}  // namespace ik
