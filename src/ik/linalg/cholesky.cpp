#include "ik/linalg/cholesky.h"

#include <algorithm>

namespace ik {
namespace {

constexpr double pivot_rounding = 1e-12;  // of a pivot of J J^T, beside what it comes from
constexpr double least_diagonal = 1e-24;  // of a pivot, beside the largest entry

double smallest_pivot(const double* A, int m) {
  double largest = 0;
  for (int k = 0; k < m; ++k) largest = std::max(largest, A[k * m + k]);
  return largest * least_pivot;
}

/// Solves a system of a size known when compiled, on the lower triangle, fully unrolled.
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
/// Then keep(pivot, size) returns what stands for the pivot; size is what it comes from.
template <class Number, class Keep>
void factorise(MatrixOf<Number>& A, Keep keep) {
  const auto m = static_cast<int>(A.rows());
  for (int k = 0; k < m; ++k) {
    Number* column = A.col(k).data();
    const Number size = column[k];
    for (int j = 0; j < k; ++j) {
      const Number* before = A.col(j).data();
      const Number factor = before[k] * before[j];
      for (int r = k; r < m; ++r) column[r] -= factor * before[r];
    }
    column[k] = keep(column[k], size);
  }
}

/// Each pivot must be above `smallest`.
template <class Number>
MaskOf<Number> factorise_definite(MatrixOf<Number>& A, const Number& smallest) {
  MaskOf<Number> done = true;
  factorise(A, [&](const Number& pivot, const Number&) {
    done = done & (pivot > smallest);
    return 1 / pivot;
  });
  return done;
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
      if (!factorise_definite<double>(A, least_pivot * largest_diagonal(A))) return false;
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
  const PackMask done = factorise_definite<Pack>(A, least_pivot * largest_diagonal(A));
  x = b;
  solve_factorised(A, x);
  return done;
}

template <class Number>
MaskOf<Number> factorise_nearly_singular(MatrixOf<Number>& A) {
  return factorise_definite<Number>(A, pivot_rounding * largest_diagonal(A));
}
template bool factorise_nearly_singular(Eigen::MatrixXd& A);
template PackMask factorise_nearly_singular(MatrixOf<Pack>& A);

template <class Number>
SemidefiniteFactors<Number> factorise_semidefinite(MatrixOf<Number>& A) {
  constexpr double safe_sine2 = 1e-6;
  const Number smallest = least_diagonal * largest_diagonal(A);
  SemidefiniteFactors<Number> factors;
  factorise(A, [&](const Number& pivot, const Number& size) {
    const MaskOf<Number> left_out = pivot <= pivot_rounding * size;
    const MaskOf<Number> good = (pivot > smallest) & !left_out;
    factors.exist = factors.exist & (left_out | good);
    factors.exact = factors.exact & (left_out | (pivot > safe_sine2 * size));
    return select(good, 1 / pivot, Number(0));
  });
  return factors;
}
template SemidefiniteFactors<double> factorise_semidefinite(Eigen::MatrixXd& A);
template SemidefiniteFactors<Pack> factorise_semidefinite(MatrixOf<Pack>& A);

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
