#pragma once
#include <Eigen/Core>

#include "ik/model/number.h"

namespace ik {

/// The smallest pivot, as a fraction of the largest diagonal entry, that keeps ten digits or more.
constexpr double least_pivot = 1e-4;

template <class Number>
Number largest_diagonal(const MatrixOf<Number>& A) {
  Number largest = A(0, 0);
  for (Eigen::Index d = 1; d < A.rows(); ++d) largest = max(largest, A(d, d));
  return largest;
}

/// Solves A x = b, where x may be b, for a symmetric A (both triangles given, overwritten) by
/// L D L^T. Returns false, with x spoilt, if A is so near to singular that digits would be lost.
/// The sizes of one to four position goals are unrolled. Allocates nothing.
bool solve_positive_definite(Eigen::MatrixXd& A, const Eigen::VectorXd& b, Eigen::VectorXd& x);
/// The same for a Pack, of which the lower triangle of A is enough. Returns the lanes solved.
PackMask solve_positive_definite(MatrixOf<Pack>& A, const VectorOf<Pack>& b, VectorOf<Pack>& x);
/// The same, and leaves in A its factors for solve_factorised().
bool solve_and_factorise(Eigen::MatrixXd& A, const Eigen::VectorXd& b, Eigen::VectorXd& x);
PackMask solve_and_factorise(MatrixOf<Pack>& A, const VectorOf<Pack>& b, VectorOf<Pack>& x);

/// Factorises such an A for solve_factorised() even if it is nearly singular, unless rounding makes
/// a pivot not positive. Solutions need correct_step(). Returns where the factors exist.
template <class Number>
MaskOf<Number> factorise_nearly_singular(MatrixOf<Number>& A);

/// The lanes in which factors exist, and in which solve_factorised() keeps ten digits.
template <class Number>
struct SemidefiniteFactors {
  MaskOf<Number> exist = true, exact = true;
};
/// A = J J^T, lower triangle, becomes its factors L D L^T, on and below the diagonal. A row of J
/// that those before it span as far as rounding lets that be seen is left out, its diagonal entry
/// then zero. The squared sine of the angle to them decides, so that the rows' lengths do not
/// matter: up to 1e-12 it counts as zero, from 1e-6 on the factors are exact. Where there are none
/// A is finite all the same.
template <class Number>
SemidefiniteFactors<Number> factorise_semidefinite(MatrixOf<Number>& A);
/// Replaces b by the solution of A x = b for these factors; x is zero in the rows left out.
template <class Number>
void solve_factorised(const MatrixOf<Number>& A, VectorOf<Number>& b);

}  // namespace ik
