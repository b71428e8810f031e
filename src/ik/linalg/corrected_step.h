#pragma once
#include "ik/linalg/cholesky.h"
#include "ik/model/jacobian.h"

namespace ik {

/// One correction of dtheta = J^T f, where J J^T + lambda^2 I has the factors A: what J itself
/// leaves of e is brought to zero, f += A^-1 (e - J dtheta - lambda^2 f), dtheta = J^T f, which
/// keeps as many digits as an SVD at a fraction of its cost (Bjorck's corrected seminormal
/// equations). left: m, for the work.
template <class Number>
void correct_step(const Skeleton& skeleton, const MatrixOf<Number>& J, const VectorOf<Number>& e,
                  const Number& lambda2, const MatrixOf<Number>& A, VectorOf<Number>& left,
                  VectorOf<Number>& f, VectorOf<Number>& dtheta) {
  left = e - lambda2 * f;
  left.noalias() -= J.lazyProduct(dtheta);
  solve_factorised(A, left);
  f += left;
  transpose_times(skeleton, J, f, dtheta);
}

}  // namespace ik
