#pragma once
#include <Eigen/Core>
#include <type_traits>

#include "ik/linalg/one_sided_jacobi.h"
#include "ik/linalg/pack_svd.h"
#include "ik/linalg/row_products.h"

namespace ik {

/// J = U diag(sigma) V^T. Each call starts with the last call's U, which is nearly right already,
/// and makes the columns of W = J^T U orthogonal: then w_i = sigma_i v_i. It turns all of them at
/// once by U := U (I + X), where X, to first order, is what W^T W and U^T U require (Ogita and
/// Aishima 2018, Algorithm 1), which doubles the digits; what X cannot do to first order is left to
/// one-sided Jacobi rotations. Small singular values keep their relative accuracy.
class Svd {
 public:
  Svd(int rows, int columns);  ///< shape of J: m x n; m may exceed n

  /// Allocates nothing. J finite. It is always asked for, as a lane of a PackSvd may be.
  void compute(const Eigen::MatrixXd& J, bool asked = true);

  void reset(bool where = true) {  ///< forgets earlier calls
    if (where) *this = Svd(rows(), columns());
  }

  int rows() const { return static_cast<int>(U_.rows()); }
  int columns() const { return static_cast<int>(W_.rows()); }
  /// Singular values, largest first, m of them (those beyond n are zero up to rounding).
  const Eigen::VectorXd& sigma() const { return sigma_; }
  double largest() const { return sigma_[0]; }
  /// m x m: u_i, unit and orthogonal, is the column that belongs to sigma(i).
  auto U() const { return U_.leftCols(U_.rows()); }
  /// n x m: v_i, unit where sigma(i) is above noise(), else zero.
  auto V() const { return W_.leftCols(U_.rows()); }
  /// Singular values at or below this are rounding: max(m, n) eps sigma_1.
  double noise() const { return noise_; }

  // The same in groups of Pack::lanes directions, a lane each, zero beyond the last.
  int groups() const { return (rows() + Pack::lanes - 1) / Pack::lanes; }
  Pack u(int r, int group) const { return load(U_, r, group); }
  Pack v(int j, int group) const { return load(W_, j, group); }
  Pack sigma(int group) const { return load(padded_sigma_, 0, group); }

  /// The state between calls, U; restore it to continue from there bit by bit.
  using Memory = Eigen::MatrixXd;
  Memory memory() const { return U(); }
  void restore(const Memory& memory) { U_.leftCols(U_.rows()) = memory; }

 private:
  static Pack load(const PaddedRows& from, int row, int group) {
    return Pack::each([&](int part) {
      const Eigen::Index at = group * Pack::lanes + part * Pack::width;
      return at < from.cols() ? Pack::Part(register_at(from(row, at))) : Pack::Part{};
    });
  }

  enum class Turn { None, TooFar, Again, Last };

  void orthogonalise(const Eigen::MatrixXd& J);
  bool refine(const Eigen::MatrixXd& J);
  bool turn_all();
  void rotate(const Eigen::MatrixXd& J);
  Turn find_turn(double zero, bool is_orthonormal);
  bool is_wide(Eigen::Index p, Eigen::Index q) const;
  bool has_wide_pairs() const;
  bool rotate_wide_pairs();
  void sum_squares();
  void sort();

  PaddedRows W_, U_;
  PaddedRows padded_sigma_;  // one row
  PaddedRows start_ = U_, next_W_ = W_, next_U_ = U_, X_ = U_, I_ = U_;
  PaddedRows G_ = U_, R_ = U_;                        // G = W^T W, R = U^T U
  Eigen::VectorXd sigma_, norm2_, inverse_ = norm2_;  // the latter two padded as a row is
  OneSidedJacobi jacobi_;
  double noise_ = 0;
};

template <class Number>
using SvdOf = std::conditional_t<one_body<Number>, Svd, PackSvd>;

/// Singular values above this count in a pseudoinverse: a fraction of the largest, or rounding.
template <class Svd, class Number>
Number pseudoinverse_threshold(const Svd& svd, const Number& tolerance) {
  return max(tolerance * svd.largest(), svd.noise());
}

/// dtheta = sum over sigma_i > threshold of part(i, sigma_i, u_i^T e) v_i, in lanes asked for.
template <class Svd, class Vector, class Number, class Part>
void sum_over_directions(const Svd& svd, const Vector& e, const Number& threshold, Part part,
                         VectorOf<Number>& dtheta,
                         const std::type_identity_t<MaskOf<Number>>& where = true) {
  for (Number& step : dtheta) step = select(where, Number(0), step);
  for (int i = 0; i < svd.rows(); ++i) {
    const Number sigma = svd.sigma()[i];
    const MaskOf<Number> counts = where & (sigma > threshold);
    if (!any(counts)) continue;
    dtheta +=
        select(counts, part(i, sigma, Number(svd.U().col(i).dot(e))), Number(0)) * svd.V().col(i);
  }
}

/// dtheta = sum over sigma_i > tolerance sigma_1 of (1/sigma_i) v_i (u_i^T e)  (B §6, eq. 13). Of
/// a Pack only where it is asked for; other lanes stay as they are.
template <class Svd, class Vector, class Number>
void pseudoinverse_times(const Svd& svd, const Vector& e,
                         const std::type_identity_t<Number>& tolerance, VectorOf<Number>& dtheta,
                         const std::type_identity_t<MaskOf<Number>>& where = true) {
  const auto part = [](int, const Number& sigma, const Number& share) { return share / sigma; };
  sum_over_directions(svd, e, pseudoinverse_threshold<Svd, Number>(svd, tolerance), part, dtheta,
                      where);
}

/// The factor of u_i^T e in that sum, were sigma_i sigma.
template <class Svd, class Number>
Number pseudoinverse_gain(const Svd& svd, const Number& sigma, const Number& tolerance) {
  return select(sigma > pseudoinverse_threshold(svd, tolerance), 1 / sigma, Number(0));
}

}  // namespace ik
