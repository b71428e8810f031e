#pragma once
#include <Eigen/Core>
#include <span>

#include "ik/methods/method.h"

namespace ik {

/// Adds half the second derivatives along a step, 1/2 H.delta, to A, m x n: to second order
///   J d + 1/2 (H.d) d
/// is what a step d does to the goals. Column k of H.delta is the sum over j of
/// d2s/dq_j dq_k delta_j: with joint j above k, or k itself,
///   d2s/dtheta_j dtheta_k = v_j x ds/dtheta_k for a turn, 0 for a slide;
/// for an orientation, s the rotation vector of the turn that the link makes from here, half of
/// v_j x v_k, both symmetric. Weighted as J is. Rows of an aim are left as they are, and columns of
/// `held` joints. delta: n.  (Lloyd, Irani and Ahmadi 2022)
void add_half_curvature(const Problem& problem, const Eigen::VectorXd& delta,
                        std::span<const int> held, Eigen::MatrixXd& A);

}  // namespace ik
