#include "ik/cholesky.h"

#include <limits>

namespace ik {
namespace {

/// M: the size if it is known when compiled, else 0. Column by column: pivot, then the rest of the
/// triangle loses the pivot's rank one part. A's lower triangle becomes L, its diagonal 1/D.
template <int M>
bool solve(double* A, double* b, int size) {
  const int m = M > 0 ? M : size;
  double largest = 0;
  for (int k = 0; k < m; ++k) largest = std::max(largest, A[k * m + k]);
  const double smallest = largest * m * std::numeric_limits<double>::epsilon();

  for (int k = 0; k < m; ++k) {
    double* pivot = A + k * m;
    if (!(pivot[k] > smallest)) return false;
    const double inverse = 1 / pivot[k];
    for (int c = k + 1; c < m; ++c) {
      double* column = A + c * m;
      const double factor = pivot[c] * inverse;
      for (int r = c; r < m; ++r) column[r] -= factor * pivot[r];
    }
    const double y = b[k] * inverse;
    for (int r = k + 1; r < m; ++r) b[r] -= y * pivot[r];
    pivot[k] = inverse;  // b := L^-1 b; the columns keep D L
  }
  for (int k = m - 1; k >= 0; --k) {
    const double* column = A + k * m;
    double sum = b[k];
    for (int r = k + 1; r < m; ++r) sum -= column[r] * b[r];
    b[k] = sum * column[k];
  }
  return true;
}

}  // namespace

bool solve_positive_definite(Eigen::MatrixXd& A, Eigen::VectorXd& b) {
  const int m = static_cast<int>(A.rows());
  switch (m) {
    case 3:
      return solve<3>(A.data(), b.data(), m);
    case 6:
      return solve<6>(A.data(), b.data(), m);
    case 9:
      return solve<9>(A.data(), b.data(), m);
    case 12:
      return solve<12>(A.data(), b.data(), m);
    case 15:
      return solve<15>(A.data(), b.data(), m);
    case 18:
      return solve<18>(A.data(), b.data(), m);
    default:
      return solve<0>(A.data(), b.data(), m);
  }
}

}  // namespace ik
