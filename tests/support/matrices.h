#pragma once
#include "bench/plain.h"
#include "support/random.h"

namespace test {

/// Returns a matrix with these singular values, at most min(rows, columns) of them, and random
/// orthonormal factors.
inline Eigen::MatrixXd with_singular_values(Random& random, int rows, int columns,
                                            const Eigen::VectorXd& sigma) {
  const Eigen::MatrixXd U = plain::orthonormal(random.matrix(rows, rows)),
                        V = plain::orthonormal(random.matrix(columns, columns));
  return plain::compose({sigma, U.leftCols(sigma.size()), V.leftCols(sigma.size())});
}

}  // namespace test
