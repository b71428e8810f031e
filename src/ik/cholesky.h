#pragma once
#include <Eigen/Core>

namespace ik {

/// Solves A x = b in place for a symmetric A (lower triangle given, overwritten) by L D L^T.
/// Returns false, with b spoilt, if A is not positive definite to working accuracy. Sizes of one
/// to eight effectors are unrolled; any other works too. Allocates nothing.
bool solve_positive_definite(Eigen::MatrixXd& A, Eigen::VectorXd& b);

}  // namespace ik
