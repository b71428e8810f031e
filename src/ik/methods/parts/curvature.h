#pragma once
#include <Eigen/Core>
#include <vector>

#include "ik/methods/method.h"

namespace ik {

/// The second derivatives H of the goals.
class Curvature {
 public:
  explicit Curvature(const Skeleton& skeleton);

  /// Adds half of them along a step, 1/2 H.delta, to A, m x n: to second order
  ///   J d + 1/2 (H.d) d
  /// is what a step d does to the goals. Column k of H.delta is the sum over j of
  /// d2s/dq_j dq_k delta_j: with joint j above k, or k itself,
  ///   d2s/dtheta_j dtheta_k = v_j x ds/dtheta_k for a turn, 0 for a slide;
  /// for an orientation, s the rotation vector of the turn that the link makes from here, half of
  /// v_j x v_k, both symmetric. For an aim, a pole or a masked goal, whose s is -e, it is how J
  /// changes along delta, by central differences. Weighted as J is. Columns of held joints are
  /// left as they are. delta: n. No loops.  (Lloyd, Irani and Ahmadi 2022)
  void add_half(const Problem& problem, const Eigen::VectorXd& delta, Eigen::MatrixXd& A);

 private:
  void add_half_difference(const Problem& problem, const Eigen::VectorXd& delta,
                           Eigen::MatrixXd& A);

  std::vector<int> differentiated_;  // the effectors with such a goal
  Pose moved_;
  Eigen::MatrixXd J_;
};

}  // namespace ik
