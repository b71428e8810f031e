#include "ik/linalg/one_sided_jacobi.h"

#include <algorithm>
#include <cmath>

namespace ik {
namespace {

constexpr int lanes = 8;  // columns are padded to this many numbers

using Lanes = Eigen::Array<double, lanes, 1>;
using ConstMap = Eigen::Map<const Lanes>;
using Map = Eigen::Map<Lanes>;

int whole_lanes(int size) { return (size + lanes - 1) / lanes * lanes; }

double dot(const double* x, const double* y, int padded_size) {
  Lanes sum = ConstMap(x) * ConstMap(y);
  for (int i = lanes; i < padded_size; i += lanes) sum += ConstMap(x + i) * ConstMap(y + i);
  return sum.sum();
}

/// x := c x - s y, y := s x + c y, in whole registers.
void rotate(double* x, double* y, int padded_size, double c, double s) {
  for (int i = 0; i < padded_size; i += lanes) {
    const Lanes a = ConstMap(x + i), b = ConstMap(y + i);
    Map(x + i) = c * a - s * b;
    Map(y + i) = s * a + c * b;
  }
}

/// Returns all pairs of players in rounds of disjoint pairs, whose rotations are independent.
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

}  // namespace

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

OneSidedJacobi::OneSidedJacobi(int rows, int columns)
    : columns_(columns),
      padded_columns_(whole_lanes(columns)),
      stack_(Eigen::MatrixXd::Zero(whole_lanes(columns) + whole_lanes(rows), rows)),
      norm2_(Eigen::VectorXd::Zero(rows)),
      pairs_(tournament(rows)) {}

void OneSidedJacobi::sum_squares() {
  for (int p = 0; p < stack_.cols(); ++p) {
    const double* w = stack_.col(p).data();
    norm2_[p] = dot(w, w, padded_columns_);
  }
}

/// One rotation of every pair. Returns whether the columns may still not be orthogonal: a pair
/// that was made so is spoilt again by at most the product of what later rotations meet and turn.
bool OneSidedJacobi::sweep(double zero) {
  const int height = static_cast<int>(stack_.rows());
  double worst_cosine2 = 0, widest = 0;
  for (const auto& [p, q] : pairs_) {
    const double a = norm2_[p], b = norm2_[q];
    if (a <= zero || b <= zero) continue;
    double* x = stack_.col(p).data();
    double* y = stack_.col(q).data();
    const double g = dot(x, y, padded_columns_);
    if (g * g <= orthogonal_cosine2 * a * b) continue;
    const Rotation rotation = orthogonalising(a, b, g);
    rotate(x, y, height, rotation.c, rotation.s);
    norm2_[p] = std::max(a - rotation.t * g, 0.0);
    norm2_[q] = b + rotation.t * g;
    worst_cosine2 = std::max(worst_cosine2, g * g / (a * b));
    widest = std::max(widest, std::abs(rotation.t));
  }
  return std::sqrt(worst_cosine2) * widest * 2 * static_cast<double>(stack_.cols()) >
         4 * rounding_unit;
}

void OneSidedJacobi::orthogonalise(PaddedRows& W, PaddedRows& U) {
  const auto rows = stack_.cols();
  stack_.topRows(columns_) = W.leftCols(rows);
  stack_.middleRows(padded_columns_, rows) = U.leftCols(rows);
  const double rounding =
      rounding_unit * static_cast<double>(std::max<Eigen::Index>(rows, columns_));
  for (int count = 0; count < most_sweeps; ++count) {
    sum_squares();
    if (!sweep(norm2_.maxCoeff() * rounding * rounding)) break;
  }
  W.leftCols(rows) = stack_.topRows(columns_);
  U.leftCols(rows) = stack_.middleRows(padded_columns_, rows);
}

}  // namespace ik
