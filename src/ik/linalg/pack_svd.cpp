#include "ik/linalg/pack_svd.h"

#include <algorithm>

#include "ik/linalg/one_sided_jacobi.h"

namespace ik {
namespace {

constexpr int calls_until_orthonormal = 256;  // rounding of U is taken out this often

/// The same pairs row by row: one column stays in the cache while the others pass.
std::vector<std::pair<int, int>> row_by_row(int players) {
  std::vector<std::pair<int, int>> pairs;
  for (int p = 0; p < players; ++p)
    for (int q = p + 1; q < players; ++q) pairs.emplace_back(p, q);
  return pairs;
}

}  // namespace

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

/// OneSidedJacobi::sweep. A lane that is not turning has the rotation by zero.
PackMask PackSvd::sweep(const PackMask& turning, const Pack& zero) {
  Pack worst_cosine2 = 0, widest = 0;
  for (const auto& [p, q] : pairs_) {
    const Pack a = norm2_[p], b = norm2_[q], g = W_.col(p).dot(W_.col(q));
    const PackMask turn =
        turning & (a > zero) & (b > zero) & (g * g > orthogonal_cosine2 * (a * b));
    if (!any(turn)) continue;
    const Pack zeta = (b - a) / (2 * g), size = abs(zeta);
    Pack t = 1 / (size + sqrt(1 + size * size));
    t = select(turn, select(zeta < 0.0, -t, t), 0.0);
    const Pack c = 1 / sqrt(1 + t * t), s = c * t;
    for (MatrixOf<Pack>* part : {&W_, &U_}) rotate_columns(part->col(p), part->col(q), c, s);
    norm2_[p] = max(a - t * g, 0.0);
    norm2_[q] = b + t * g;
    worst_cosine2 = max(worst_cosine2, select(turn, g * g / (a * b), 0.0));
    widest = max(widest, abs(t));
  }
  return sqrt(worst_cosine2) * widest * (2 * rows()) > 4 * rounding_unit;
}

void PackSvd::compute(const MatrixOf<Pack>& J, const PackMask& asked) {
  age_ += select(asked, 1.0, 0.0);
  const PackMask due = asked & (age_ == calls_until_orthonormal);
  if (any(due)) orthonormalise(due);
  age_ = select(due, 0.0, age_);
  for (int p = 0; p < rows(); ++p)
    for (int j = 0; j < columns(); ++j) W_(j, p) = J.col(j).dot(U_.col(p));

  const double rounding = rounding_unit * std::max(rows(), columns());
  PackMask turning = asked;
  for (int count = 0; count < most_sweeps && any(turning); ++count) {
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
