#include "ik/linalg/cholesky.h"

#include <algorithm>

namespace ik {
namespace {

constexpr double pivot_rounding =
    1e-12;                            // of a pivot of J J^T, beside the entry that it comes from
constexpr double least_sine2 = 1e-6;  // of a pivot that counts, beside the same
constexpr double least_diagonal = 1e-24;  // of a pivot, beside the largest entry

double smallest_pivot(const double* A, int m) {
  double largest = 0;
  for (int k = 0; k < m; ++k) largest = std::max(largest, A[k * m + k]);
  return largest * least_pivot;
}

/// For a size known when compiled: on the lower triangle, unrolled as a whole, so that nothing
/// waits for memory.
template <int m, bool keep>
bool solve(double* A, const double* b, double* solution) {
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
    solution[k] = x[k] = sum * inverse[k];
  }
  if constexpr (keep) {
#pragma GCC unroll 16
    for (int k = 0; k < m; ++k) {
      A[k * m + k] = inverse[k];
#pragma GCC unroll 16
      for (int r = k + 1; r < m; ++r) A[k * m + r] = L[r][k];
    }
  }
  return true;
}

/// One column after the other: the columns before it are taken off, as they stand when it is due.
/// With `least`, a share of the diagonal entry, above zero a pivot must be above that share of what
/// its entry was, or is left out if it is no more than rounding; it must be above `smallest`
/// anyway.
bool factorise(double* A, int m, double smallest, double least) {
  for (int k = 0; k < m; ++k) {
    double* column = A + k * m;
    const double size = column[k];
    for (int j = 0; j < k; ++j) {
      const double* before = A + j * m;
      const double factor = before[k] * before[j];
      for (int r = k; r < m; ++r) column[r] -= factor * before[r];
    }
    if (least > 0 && column[k] <= pivot_rounding * size)
      column[k] = 0;
    else if (column[k] > smallest && column[k] > least * size)
      column[k] = 1 / column[k];
    else
      return false;
  }
  return true;
}

template <bool keep>
bool solve_by_size(Eigen::MatrixXd& A, const Eigen::VectorXd& b, Eigen::VectorXd& x) {
  switch (A.rows()) {
    case 3:
      return solve<3, keep>(A.data(), b.data(), x.data());
    case 6:
      return solve<6, keep>(A.data(), b.data(), x.data());
    case 9:
      return solve<9, keep>(A.data(), b.data(), x.data());
    case 12:
      return solve<12, keep>(A.data(), b.data(), x.data());
    default: {
      const int m = static_cast<int>(A.rows());
      if (!factorise(A.data(), m, smallest_pivot(A.data(), m), 0)) return false;
      x = b;
      solve_factorised(A, x);
      return true;
    }
  }
}

}  // namespace

bool solve_positive_definite(Eigen::MatrixXd& A, const Eigen::VectorXd& b, Eigen::VectorXd& x) {
  return solve_by_size<false>(A, b, x);
}

bool solve_and_factorise(Eigen::MatrixXd& A, const Eigen::VectorXd& b, Eigen::VectorXd& x) {
  return solve_by_size<true>(A, b, x);
}

PackMask solve_positive_definite(MatrixOf<Pack>& A, const VectorOf<Pack>& b, VectorOf<Pack>& x) {
  return solve_and_factorise(A, b, x);
}

PackMask solve_and_factorise(MatrixOf<Pack>& A, const VectorOf<Pack>& b, VectorOf<Pack>& x) {
  const Eigen::Index m = A.rows();
  x = b;
  Pack largest = A(0, 0), least = largest;
  for (Eigen::Index d = 1; d < m; ++d) largest = max(largest, A(d, d));
  for (Eigen::Index c = 0; c < m; ++c) {
    const Pack pivot = A(c, c);
    least = select(least <= pivot, least, pivot);  // a pivot that is no number stays one
    const Pack inverse = 1 / pivot, known = x[c];
    for (Eigen::Index r = c + 1; r < m; ++r) {
      const Pack factor = A(r, c) * inverse;
      for (Eigen::Index below = r; below < m; ++below) A(below, r) -= factor * A(below, c);
      x[r] -= factor * known;
    }
    A(c, c) = inverse;
  }
  for (Eigen::Index c = m - 1; c >= 0; --c) {
    Pack sum = x[c];
    for (Eigen::Index r = c + 1; r < m; ++r) sum -= A(r, c) * x[r];
    x[c] = sum * A(c, c);
  }
  return least > largest * least_pivot;
}

bool factorise_nearly_singular(Eigen::MatrixXd& A) {
  return factorise(A.data(), static_cast<int>(A.rows()), pivot_rounding * A.diagonal().maxCoeff(),
                   0);
}

bool factorise_semidefinite(Eigen::MatrixXd& A) {
  return factorise(A.data(), static_cast<int>(A.rows()), least_diagonal * A.diagonal().maxCoeff(),
                   least_sine2);
}

PackMask factorise_semidefinite(MatrixOf<Pack>& A) {
  const Eigen::Index m = A.rows();
  Pack smallest = A(0, 0);
  for (Eigen::Index d = 1; d < m; ++d) smallest = max(smallest, A(d, d));
  smallest *= least_diagonal;
  PackMask done = true;
  for (Eigen::Index k = 0; k < m; ++k) {
    const Pack size = A(k, k);
    for (Eigen::Index j = 0; j < k; ++j) {
      const Pack factor = A(k, j) * A(j, j);
      for (Eigen::Index r = k; r < m; ++r) A(r, k) -= factor * A(r, j);
    }
    const Pack pivot = A(k, k);
    const PackMask left_out = pivot <= pivot_rounding * size,
                   good = (pivot > smallest) & (pivot > least_sine2 * size) & !left_out;
    A(k, k) = select(good, 1 / pivot, 0.0);
    done = done & (left_out | good);
  }
  return done;
}

template <class Number>
void solve_factorised(const MatrixOf<Number>& A, VectorOf<Number>& b) {
  const auto m = static_cast<int>(A.rows());
  for (int k = 0; k < m; ++k) {
    const Number* column = A.col(k).data();
    b[k] *= column[k];
    for (int r = k + 1; r < m; ++r) b[r] -= b[k] * column[r];
  }
  for (int k = m - 1; k >= 0; --k) {
    const Number* column = A.col(k).data();
    Number sum = 0;
    for (int r = k + 1; r < m; ++r) sum += column[r] * b[r];
    b[k] -= column[k] * sum;
  }
}
template void solve_factorised(const Eigen::MatrixXd& A, Eigen::VectorXd& b);
template void solve_factorised(const MatrixOf<Pack>& A, VectorOf<Pack>& b);

}  // namespace ik
