#include "ik/linalg/svd.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ik {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int max_sweeps = 30;  // a cold start needs about eight, a warm one two or three
constexpr int calls_until_orthonormal = 256;  // rounding of U is taken out this often
constexpr int lanes = 8;  // columns are padded to this many numbers, a register of AVX-512

using Lanes = Eigen::Array<double, lanes, 1>;
using ConstMap = Eigen::Map<const Lanes>;
using Map = Eigen::Map<Lanes>;

int padded(int size) { return (size + lanes - 1) / lanes * lanes; }

double dot(const double* x, const double* y, int padded_size) {
  Lanes sum = ConstMap(x) * ConstMap(y);
  for (int i = lanes; i < padded_size; i += lanes) sum += ConstMap(x + i) * ConstMap(y + i);
  return sum.sum();
}

/// x := c x - s y, y := s x + c y
void rotate(double* x, double* y, int padded_size, double c, double s) {
  for (int i = 0; i < padded_size; i += lanes) {
    const Lanes a = ConstMap(x + i), b = ConstMap(y + i);
    Map(x + i) = c * a - s * b;
    Map(y + i) = s * a + c * b;
  }
}

struct Rotation {
  double t, c, s;  // tangent, cosine, sine
};

/// The smaller rotation that makes two columns orthogonal: of squared norms a and b, product g.
/// tan(2 angle) = 2x with x = g / (b - a); small ones need no square root.
Rotation orthogonalising(double a, double b, double g) {
  const double d = b - a;
  if (std::abs(g) < 1e-3 * std::abs(d)) {
    const double x = g / d, x2 = x * x;
    const double t = x * (1 - x2 * (1 - 2 * x2)), t2 = t * t;
    const double c = 1 - t2 * (0.5 - 0.375 * t2);
    return {t, c, c * t};
  }
  const double zeta = d / (2 * g);
  const double t = std::copysign(1.0, zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
  const double c = 1 / std::sqrt(1 + t * t);
  return {t, c, c * t};
}

/// A round-robin tournament: every pair once, in rounds of disjoint pairs, whose rotations do not
/// wait for each other.
std::vector<std::pair<int, int>> tournament(int players) {
  std::vector<std::pair<int, int>> pairs;
  const int even = players + players % 2;
  for (int round = 0; round < even - 1; ++round) {
    for (int i = 0; i < even / 2; ++i) {
      const int a = i == 0 ? even - 1 : (round + i) % (even - 1);
      const int b = (round - i + even - 1) % (even - 1);
      if (a < players && b < players) pairs.emplace_back(std::min(a, b), std::max(a, b));
    }
  }
  return pairs;
}

/// The same pairs row by row: one column stays in the cache while the others pass.
std::vector<std::pair<int, int>> row_by_row(int players) {
  std::vector<std::pair<int, int>> pairs;
  for (int p = 0; p < players; ++p)
    for (int q = p + 1; q < players; ++q) pairs.emplace_back(p, q);
  return pairs;
}

}  // namespace

Svd::Svd(int rows, int columns)
    : rows_(rows),
      columns_(columns),
      padded_columns_(padded(columns)),
      stack_(Eigen::MatrixXd::Zero(padded(columns) + padded(rows), rows)),
      J_transposed_(Eigen::MatrixXd::Zero(padded(columns), rows)),
      sigma_(Eigen::VectorXd::Zero(rows)),
      norm2_(sigma_),
      pairs_(tournament(rows)) {
  stack_.middleRows(padded_columns_, rows_).setIdentity();
}

void Svd::restore(const Memory& memory) {
  stack_.middleRows(padded_columns_, rows_) = memory.U;
  age_ = memory.age;
}

void Svd::orthonormalise() {  // modified Gram-Schmidt; U is orthogonal but for rounding
  auto U = stack_.middleRows(padded_columns_, rows_);
  for (int i = 0; i < rows_; ++i) {
    for (int k = 0; k < i; ++k) U.col(i) -= U.col(k).dot(U.col(i)) * U.col(k);
    U.col(i).normalize();
  }
}

/// W := J^T U
void Svd::start_from_last(const Eigen::MatrixXd& J) {
  if (++age_ % calls_until_orthonormal == 0) orthonormalise();
  for (int j = 0; j < columns_; ++j)
    for (int r = 0; r < rows_; ++r) J_transposed_(j, r) = J(r, j);
  for (int p = 0; p < rows_; ++p) {
    double* w = stack_.col(p).data();
    const double* u = w + padded_columns_;
    for (int i = 0; i < padded_columns_; i += lanes) {
      Lanes sum = Lanes::Zero();
      for (int r = 0; r < rows_; ++r) sum += u[r] * ConstMap(J_transposed_.col(r).data() + i);
      Map(w + i) = sum;
    }
  }
}

/// One rotation of every pair. Returns whether the columns may still not be orthogonal: a pair
/// that was made so is spoilt again by at most the product of what later rotations meet and turn.
bool Svd::sweep(double zero) {
  const int height = static_cast<int>(stack_.rows());
  double worst_cosine2 = 0, widest = 0;
  for (const auto& [p, q] : pairs_) {
    const double a = norm2_[p], b = norm2_[q];
    if (a <= zero || b <= zero) continue;
    double* x = stack_.col(p).data();
    double* y = stack_.col(q).data();
    const double g = dot(x, y, padded_columns_);
    if (g * g <= (16 * eps * eps) * a * b) continue;
    const Rotation rotation = orthogonalising(a, b, g);
    rotate(x, y, height, rotation.c, rotation.s);
    norm2_[p] = std::max(a - rotation.t * g, 0.0);
    norm2_[q] = b + rotation.t * g;
    worst_cosine2 = std::max(worst_cosine2, g * g / (a * b));
    widest = std::max(widest, std::abs(rotation.t));
  }
  return std::sqrt(worst_cosine2) * widest * 2 * rows_ > 4 * eps;
}

/// Largest first. The order of the last call is nearly always right: an insertion sort.
void Svd::sort() {
  for (int i = 1; i < rows_; ++i) {
    for (int k = i; k > 0 && norm2_[k] > norm2_[k - 1]; --k) {
      std::swap(norm2_[k], norm2_[k - 1]);
      stack_.col(k).swap(stack_.col(k - 1));
    }
  }
}

void Svd::compute(const Eigen::MatrixXd& J) {
  start_from_last(J);
  const double rounding = eps * std::max(rows_, columns_);
  for (int count = 0; count < max_sweeps; ++count) {
    for (int p = 0; p < rows_; ++p) {
      const double* w = stack_.col(p).data();
      norm2_[p] = dot(w, w, padded_columns_);
    }
    if (!sweep(norm2_.maxCoeff() * rounding * rounding)) break;
  }
  for (int p = 0; p < rows_; ++p) {
    const double* w = stack_.col(p).data();
    norm2_[p] = dot(w, w, padded_columns_);
  }
  sort();
  noise_ = std::sqrt(norm2_[0]) * rounding;
  for (int i = 0; i < rows_; ++i) {
    sigma_[i] = std::sqrt(norm2_[i]);
    const double scale = sigma_[i] > noise_ ? 1 / sigma_[i] : 0;
    stack_.col(i).head(columns_) *= scale;
  }
}

PackSvd::PackSvd(int rows, int columns)
    : W_(MatrixOf<Pack>::Zero(columns, rows)),
      U_(MatrixOf<Pack>::Identity(rows, rows)),
      sigma_(VectorOf<Pack>::Zero(rows)),
      norm2_(sigma_),
      pairs_(rows > 16 ? row_by_row(rows) : tournament(rows)) {}

void PackSvd::orthonormalise(const PackMask& due) {
  for (int i = 0; i < rows(); ++i) {
    for (int k = 0; k < i; ++k) U_.col(i) -= select(due, U_.col(k).dot(U_.col(i)), 0.0) * U_.col(k);
    U_.col(i) *= select(due, 1 / U_.col(i).norm(), 1.0);
  }
}

void PackSvd::sum_norms() {
  for (int p = 0; p < rows(); ++p) norm2_[p] = W_.col(p).squaredNorm();
  largest_ = norm2_[0];
  for (int p = 1; p < rows(); ++p) largest_ = max(largest_, norm2_[p]);
}

/// Svd::sweep. A lane that is not turning has the rotation by zero.
PackMask PackSvd::sweep(const PackMask& turning, const Pack& zero) {
  Pack worst_cosine2 = 0, widest = 0;
  for (const auto& [p, q] : pairs_) {
    const Pack a = norm2_[p], b = norm2_[q], g = W_.col(p).dot(W_.col(q));
    const PackMask turn = turning & (a > zero) & (b > zero) & (g * g > (16 * eps * eps) * (a * b));
    if (!any(turn)) continue;
    const Pack zeta = (b - a) / (2 * g), size = abs(zeta);
    Pack t = 1 / (size + sqrt(1 + size * size));
    t = select(turn, select(zeta < 0.0, -t, t), 0.0);
    const Pack c = 1 / sqrt(1 + t * t), s = c * t;
    for (MatrixOf<Pack>* part : {&W_, &U_}) {
      Pack* x = part->col(p).data();
      Pack* y = part->col(q).data();
      for (Eigen::Index i = 0; i < part->rows(); ++i) {
        const Pack before = x[i];
        x[i] = c * before - s * y[i];
        y[i] = s * before + c * y[i];
      }
    }
    norm2_[p] = max(a - t * g, 0.0);
    norm2_[q] = b + t * g;
    worst_cosine2 = max(worst_cosine2, select(turn, g * g / (a * b), 0.0));
    widest = max(widest, abs(t));
  }
  return sqrt(worst_cosine2) * widest * (2 * rows()) > 4 * eps;
}

void PackSvd::compute(const MatrixOf<Pack>& J, const PackMask& asked) {
  age_ += select(asked, 1.0, 0.0);
  const PackMask due = asked & (age_ == calls_until_orthonormal);
  if (any(due)) orthonormalise(due);
  age_ = select(due, 0.0, age_);
  for (int p = 0; p < rows(); ++p)
    for (int j = 0; j < columns(); ++j) W_(j, p) = J.col(j).dot(U_.col(p));

  const double rounding = eps * std::max(rows(), columns());
  PackMask turning = asked;
  for (int count = 0; count < max_sweeps && any(turning); ++count) {
    sum_norms();
    turning = turning & sweep(turning, largest_ * (rounding * rounding));
  }
  sum_norms();
  largest_ = sqrt(largest_);
  noise_ = largest_ * rounding;
  for (int i = 0; i < rows(); ++i) {
    sigma_[i] = sqrt(norm2_[i]);
    W_.col(i) *= select(sigma_[i] > noise_, 1 / sigma_[i], 0.0);
  }
}

}  // namespace ik
