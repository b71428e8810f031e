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

/// The same for a size known when compiled: whole columns are worked on, with zeros for what must
/// not change, since registers full of numbers are quicker than ragged ends.
template <int m>
bool solve(double* A, double* b) {
  using Column = Eigen::Matrix<double, m, 1>;
  const double smallest = smallest_pivot(A, m);
  Column x = Eigen::Map<const Column>(b);
  for (int k = 0; k < m; ++k) {
    double* column_k = A + k * m;
    if (!(column_k[k] > smallest)) return false;
    const double inverse = 1 / column_k[k];
    Column pivot;
    for (int r = 0; r < m; ++r) pivot[r] = r > k ? column_k[r] : 0;
    for (int c = k + 1; c < m; ++c) Eigen::Map<Column>(A + c * m) -= (pivot[c] * inverse) * pivot;
    x -= (x[k] * inverse) * pivot;
    column_k[k] = inverse;
  }
  for (int k = m - 1; k >= 0; --k) {
    const double* column_k = A + k * m;
    Column above;
    for (int r = 0; r < m; ++r) above[r] = r < k ? column_k[r] : 0;
    const double x_k = x[k] * column_k[k];
    x -= x_k * above;
    x[k] = x_k;
  }
  Eigen::Map<Column>{b} = x;
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
