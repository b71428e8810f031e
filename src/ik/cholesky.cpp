#include "ik/cholesky.h"

#include <algorithm>

namespace ik {
namespace {

constexpr double least_pivot = 1e-4;  // of the largest diagonal entry: keeps ten digits or more

double smallest_pivot(const double* A, int m) {
  double largest = 0;
  for (int k = 0; k < m; ++k) largest = std::max(largest, A[k * m + k]);
  return largest * least_pivot;
}

/// A = L D L^T by elimination on the square, whose upper triangle becomes D L^T and whose diagonal
/// 1/D; b becomes L^-1 b on the way, then x.
bool solve(double* A, double* b, int m) {
  const double smallest = smallest_pivot(A, m);
  for (int k = 0; k < m; ++k) {
    double* pivot = A + k * m;
    if (!(pivot[k] > smallest)) return false;
    const double inverse = 1 / pivot[k];
    for (int c = k + 1; c < m; ++c) {
      double* column = A + c * m;
      const double factor = pivot[c] * inverse;
      for (int r = k + 1; r < m; ++r) column[r] -= factor * pivot[r];
    }
    const double y = b[k] * inverse;
    for (int r = k + 1; r < m; ++r) b[r] -= y * pivot[r];
    pivot[k] = inverse;
  }
  for (int k = m - 1; k >= 0; --k) {
    const double* column = A + k * m;
    b[k] *= column[k];
    for (int r = 0; r < k; ++r) b[r] -= b[k] * column[r];
  }
  return true;
}

/// The same for a size known when compiled, on the lower triangle alone and unrolled as a whole, so
/// that nothing waits for memory.
template <int m>
bool solve(const double* A, double* b) {
  const double smallest = smallest_pivot(A, m);
  double L[m][m], inverse[m], x[m], least = A[0];
#pragma GCC unroll 16
  for (int r = 0; r < m; ++r) {
    x[r] = b[r];
#pragma GCC unroll 16
    for (int c = 0; c <= r; ++c) L[r][c] = A[c * m + r];
  }
#pragma GCC unroll 16
  for (int k = 0; k < m; ++k) {
    least = std::min(L[k][k], least);  // false for a pivot that is no number, too
    inverse[k] = 1 / L[k][k];
#pragma GCC unroll 16
    for (int c = k + 1; c < m; ++c) {
      const double factor = L[c][k] * inverse[k];
#pragma GCC unroll 16
      for (int r = c; r < m; ++r) L[r][c] -= factor * L[r][k];
      x[c] -= factor * x[k];
    }
  }
  if (!(least > smallest)) return false;
#pragma GCC unroll 16
  for (int k = m - 1; k >= 0; --k) {
    double sum = x[k];
#pragma GCC unroll 16
    for (int r = k + 1; r < m; ++r) sum -= L[r][k] * x[r];
    b[k] = x[k] = sum * inverse[k];
  }
  return true;
}

}  // namespace

bool solve_positive_definite(Eigen::MatrixXd& A, Eigen::VectorXd& b) {
  switch (A.rows()) {
    case 3:
      return solve<3>(A.data(), b.data());
    case 6:
      return solve<6>(A.data(), b.data());
    case 9:
      return solve<9>(A.data(), b.data());
    case 12:
      return solve<12>(A.data(), b.data());
    default:
      return solve(A.data(), b.data(), static_cast<int>(A.rows()));
  }
}

}  // namespace ik
