#pragma once
#include <Eigen/Core>
#include <type_traits>
#include <utility>
#include <vector>

#include "ik/model/number.h"

namespace ik {

/// J = U diag(sigma) V^T by one-sided Jacobi rotations of the columns of W = J^T U: when they are
/// orthogonal, w_i = sigma_i v_i  (Hestenes). Each call starts with the last call's U, which is
/// nearly right already; small singular values keep their relative accuracy.
class Svd {
 public:
  Svd(int rows, int columns);  ///< shape of J: m x n; m may exceed n

  /// Allocates nothing. J finite.
  void compute(const Eigen::MatrixXd& J);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// Singular values, largest first, m of them (those beyond n are zero up to rounding).
  const Eigen::VectorXd& sigma() const { return sigma_; }
  double largest() const { return sigma_[0]; }
  /// m x m: u_i, unit and orthogonal, is the column that belongs to sigma(i).
  auto U() const { return stack_.middleRows(padded_columns_, rows_); }
  /// n x m: v_i, unit where sigma(i) is above noise(), else zero.
  auto V() const { return stack_.topRows(columns_); }
  /// Singular values at or below this are rounding: max(m, n) eps sigma_1.
  double noise() const { return noise_; }

  /// The state between calls; restore it to continue from there bit by bit.
  struct Memory {
    Eigen::MatrixXd U;
    int age = 0;
  };
  Memory memory() const { return {U(), age_}; }
  void restore(const Memory& memory);

 private:
  void start_from_last(const Eigen::MatrixXd& J);
  bool sweep(double zero);
  void sort();
  void orthonormalise();

  int rows_, columns_, padded_columns_;
  // [W; U]: one rotation turns both. Both parts are padded with zeros to whole vector registers.
  Eigen::MatrixXd stack_, J_transposed_;
  Eigen::VectorXd sigma_, norm2_;
  std::vector<std::pair<int, int>> pairs_;  // of a sweep: rounds of disjoint pairs
  double noise_ = 0;
  int age_ = 0;
};

/// The same of a Pack of matrices. The columns stay where they are: the singular values are in no
/// order.
class PackSvd {
 public:
  PackSvd(int rows, int columns);

  /// Allocates nothing. J finite. Lanes that are not asked for stay as they are in U.
  void compute(const MatrixOf<Pack>& J, const PackMask& asked = true);

  int rows() const { return static_cast<int>(U_.rows()); }
  int columns() const { return static_cast<int>(W_.rows()); }
  const VectorOf<Pack>& sigma() const { return sigma_; }
  Pack largest() const { return largest_; }
  const MatrixOf<Pack>& U() const { return U_; }
  const MatrixOf<Pack>& V() const { return W_; }
  Pack noise() const { return noise_; }

 private:
  void orthonormalise(const PackMask& due);
  void sum_norms();
  PackMask sweep(const PackMask& turning, const Pack& zero);

  MatrixOf<Pack> W_, U_;
  VectorOf<Pack> sigma_, norm2_;
  std::vector<std::pair<int, int>> pairs_;
  Pack largest_, noise_, age_ = 0;
};

template <class Number>
using SvdOf = std::conditional_t<one_body<Number>, Svd, PackSvd>;

/// Singular values above this count in a pseudoinverse: a fraction of the largest, or rounding.
template <class Svd, class Number>
Number pseudoinverse_threshold(const Svd& svd, const Number& tolerance) {
  return max(tolerance * svd.largest(), svd.noise());
}

/// dtheta = sum over sigma_i > tolerance sigma_1 of (1/sigma_i) v_i (u_i^T e)  (B §6, eq. 13). Of
/// a Pack only where it is asked for; other lanes stay as they are.
template <class Svd, class Vector, class Number>
void pseudoinverse_times(const Svd& svd, const Vector& e,
                         const std::type_identity_t<Number>& tolerance, VectorOf<Number>& dtheta,
                         const std::type_identity_t<MaskOf<Number>>& where = true) {
  for (Number& step : dtheta) step = select(where, Number(0), step);
  const Number threshold = pseudoinverse_threshold(svd, tolerance);
  for (int i = 0; i < svd.rows(); ++i) {
    const MaskOf<Number> counts = where & (svd.sigma()[i] > threshold);
    if (!any(counts)) continue;
    dtheta += select(counts, svd.U().col(i).dot(e) / svd.sigma()[i], Number(0)) * svd.V().col(i);
  }
}

/// The factor of u_i^T e in that sum, were sigma_i sigma.
template <class Svd, class Number>
Number pseudoinverse_gain(const Svd& svd, const Number& sigma, const Number& tolerance) {
  return select(sigma > pseudoinverse_threshold(svd, tolerance), 1 / sigma, Number(0));
}

}  // namespace ik
