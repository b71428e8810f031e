#include "ik/linalg/svd.h"

#include <algorithm>
#include <cmath>

namespace ik {
namespace {

using Eigen::Index;
using Bits = Pack::Bits;

constexpr int largest_refined = 16;  // beyond, rotations take less time
constexpr int most_turns = 12;       // four or five are enough, usually
constexpr double like = 1e-3;        // difference of squares beside their sum
constexpr double orthogonal_if_alike = 256 * orthogonal_cosine2;
constexpr double widest_turn = 0.2;  // entry of X: first order is no help beyond

/// Returns whether R is I but for rounding.
bool are_equal(const PaddedRows& R, const PaddedRows& I) {
  Register sum2{};
  for (Index p = 0; p < R.rows(); ++p) {
    for (Index at = 0; at < R.cols(); at += Pack::width) {
      const Register r = register_at(R(p, at)) - register_at(I(p, at));
      sum2 += r * r;
    }
  }
  return sum(sum2) <= 64 * orthogonal_cosine2 * static_cast<double>(R.rows());
}

/// x := c x - s y, y := s x + c y
template <class Column>
void rotate_columns(Column x, Column y, double c, double s) {
  for (Index i = 0; i < x.size(); ++i) {
    const double before = x[i];
    x[i] = c * before - s * y[i];
    y[i] = s * before + c * y[i];
  }
}

PaddedRows zero_rows(Index rows, Index columns) { return PaddedRows::Zero(rows, padded(columns)); }

}  // namespace

Svd::Svd(int rows, int columns)
    : W_(zero_rows(columns, rows)),
      U_(zero_rows(rows, rows)),
      padded_sigma_(zero_rows(1, rows)),
      sigma_(Eigen::VectorXd::Zero(rows)),
      norm2_(Eigen::VectorXd::Zero(padded(rows))),
      jacobi_(rows, columns) {
  U_.leftCols(rows).setIdentity();
  I_ = U_;
}

void Svd::sum_squares() {
  for (Index at = 0; at < norm2_.size(); at += Pack::width) {
    Register sum{};
    for (Index j = 0; j < W_.rows(); ++j) {
      const Register w = register_at(W_(j, at));
      sum += w * w;
    }
    register_at(norm2_[at]) = sum;
  }
}

/// Makes the columns of W orthogonal and U orthonormal. False if it does not get there.
bool Svd::turn_all() {
  double zero = 0;
  for (int count = 0; count < most_turns; ++count) {
    sum_squares();
    if (count == 0) {
      const double rounding = rounding_unit * static_cast<double>(std::max(W_.rows(), U_.rows()));
      zero = norm2_.maxCoeff() * rounding * rounding;
    }
    multiply_transposed(W_, W_, G_);
    multiply_transposed(U_, U_, R_);
    Turn turn = find_turn(zero, false);
    if (turn == Turn::Last && are_equal(R_, I_)) {  // U stays as it is to the last bit
      R_ = I_;
      turn = find_turn(zero, true);
    }
    if (turn == Turn::None) return true;
    if (turn == Turn::TooFar) {
      if (!rotate_wide_pairs()) return false;
      continue;
    }
    add_product(W_, X_, next_W_);
    add_product(U_, X_, next_U_);
    W_.swap(next_W_);
    U_.swap(next_U_);
    if (turn == Turn::Last) return true;
  }
  return false;
}

/// X. What makes columns p and q of W orthogonal and keeps U orthonormal, U^T U = I + r, is
///   x_pq = (g_pq - |w_q|^2 r_pq) / (|w_q|^2 - |w_p|^2),  x_qp = -r_pq - x_pq,
/// but if they are orthogonal and as long as each other, x_pq = x_qp = -r_pq / 2. Columns with
/// squares up to zero are rounding. What is done already stays as it is to the last bit.
Svd::Turn Svd::find_turn(double zero, bool is_orthonormal) {
  for (Index at = 0; at < norm2_.size(); at += Pack::width) {
    const Register square = register_at(norm2_[at]);
    register_at(inverse_[at]) = square > zero ? 1 / square : Register{};
  }
  Register sum_x{}, sum_cosine{};  // of squares
  for (Index at = 0; at < norm2_.size(); at += Pack::width) {
    const Register square = register_at(norm2_[at]), inverse = register_at(inverse_[at]),
                   like_square = like * like * square;
    for (Index p = 0; p < U_.rows(); ++p) {
      const Register one = register_at(I_(p, at)), minus_r = one - register_at(R_(p, at)),
                     g = register_at(G_(p, at)) - one * square, gap = square - norm2_[p],
                     cosine2 = (g * inverse) * (g * inverse_[p]),
                     limit = gap * gap <= like_square * norm2_[p] + zero * zero
                                 ? Register{} + orthogonal_if_alike
                                 : Register{} - 1;
      const Bits alike = cosine2 <= limit;
      const Register x = alike ? 0.5 * minus_r : (g + square * minus_r) / gap;
      register_at(X_(p, at)) = x;
      sum_x += x * x;
      sum_cosine += alike ? Register{} : cosine2;
    }
  }
  const double turn2 = sum(sum_x), cosine2 = sum(sum_cosine),
               nothing = orthogonal_cosine2 * static_cast<double>(U_.rows()),
               nearly = 2 * rounding_unit;  // of the sums of squares: what the turn will leave
  if (is_orthonormal && cosine2 <= nothing) return Turn::None;
  if (turn2 <= nearly && cosine2 <= nearly) return Turn::Last;
  return turn2 <= widest_turn * widest_turn || !has_wide_pairs() ? Turn::Again : Turn::TooFar;
}

bool Svd::is_wide(Index p, Index q) const {
  return !(std::abs(X_(p, q)) <= widest_turn && std::abs(X_(q, p)) <= widest_turn);
}

bool Svd::has_wide_pairs() const {
  for (Index p = 0; p < U_.rows(); ++p)
    for (Index q = 0; q <= p; ++q)
      if (is_wide(p, q)) return true;
  return false;
}

/// Rotates the pairs of columns that X would turn too far. False if there are many.
bool Svd::rotate_wide_pairs() {
  Index wide = 0;
  for (Index p = 0; p < U_.rows(); ++p) {
    for (Index q = p + 1; q < U_.rows(); ++q) {
      if (!is_wide(p, q)) continue;
      const double a = W_.col(p).squaredNorm(), b = W_.col(q).squaredNorm(),
                   g = W_.col(p).dot(W_.col(q));
      if (g * g <= orthogonal_cosine2 * a * b) continue;
      const Rotation rotation = orthogonalising(a, b, g);
      for (PaddedRows* part : {&W_, &U_})
        rotate_columns(part->col(p), part->col(q), rotation.c, rotation.s);
      if (++wide > U_.rows()) return false;
    }
  }
  return true;
}

/// Largest first. The order of the last call is nearly always right: an insertion sort.
void Svd::sort() {
  for (Index i = 1; i < U_.rows(); ++i) {
    for (Index k = i; k > 0 && norm2_[k] > norm2_[k - 1]; --k) {
      std::swap(norm2_[k], norm2_[k - 1]);
      W_.col(k).swap(W_.col(k - 1));
      U_.col(k).swap(U_.col(k - 1));
    }
  }
}

/// W and U by products of matrices. False, with U as before, if that does not get there.
bool Svd::refine(const Eigen::MatrixXd& J) {
  start_ = U_;
  multiply_transposed(J, U_, W_);
  if (turn_all()) return true;
  U_ = start_;
  return false;
}

/// W and U by rotations, which leave U as orthonormal as it was, but for their own rounding.
void Svd::rotate(const Eigen::MatrixXd& J) {
  multiply_transposed(J, U_, W_);
  jacobi_.orthogonalise(W_, U_);
}

void Svd::orthogonalise(const Eigen::MatrixXd& J) {
  if (U_.rows() <= largest_refined && refine(J)) return;
  rotate(J);
  multiply_transposed(U_, U_, R_);
  if (are_equal(R_, I_)) return;
  if (!refine(J)) rotate(J);  // takes out the rounding of many rotations
}

void Svd::compute(const Eigen::MatrixXd& J, bool /*asked*/) {
  orthogonalise(J);
  sum_squares();
  sort();
  for (int i = 0; i < rows(); ++i) sigma_[i] = padded_sigma_(0, i) = std::sqrt(norm2_[i]);
  noise_ = sigma_[0] * rounding_unit * std::max(rows(), columns());
  for (int i = 0; i < rows(); ++i) inverse_[i] = sigma_[i] > noise_ ? 1 / sigma_[i] : 0;
  for (Index at = 0; at < inverse_.size(); at += Pack::width)
    for (Index j = 0; j < W_.rows(); ++j) register_at(W_(j, at)) *= register_at(inverse_[at]);
}

}  // namespace ik
