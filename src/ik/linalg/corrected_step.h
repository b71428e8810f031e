#pragma once
#include "ik/linalg/cholesky.h"
#include "ik/model/jacobian.h"

namespace ik {

/// Corrects f and dtheta = J^T f once, with A the factors of J J^T + lambda^2 I:
///   f += A^-1 (e - J dtheta - lambda^2 f),  dtheta = J^T f
/// (Bjorck's corrected seminormal equations), as accurate as an SVD at a fraction of its cost.
/// left: m, working memory.
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
