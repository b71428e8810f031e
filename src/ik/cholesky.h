#pragma once
#include <Eigen/Core>

namespace ik {

/// Solves A x = b in place for a symmetric A (both triangles given, overwritten) by L D L^T.
/// Returns false, with b spoilt, if A is so near to singular that digits would be lost. The sizes
/// of one to four position goals are unrolled. Allocates nothing.
bool solve_positive_definite(Eigen::MatrixXd& A, Eigen::VectorXd& b);

}  // namespace ik
