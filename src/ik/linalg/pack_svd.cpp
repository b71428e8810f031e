#include "ik/linalg/pack_svd.h"

#include <algorithm>

#include "ik/linalg/one_sided_jacobi.h"

namespace ik {
namespace {

constexpr int calls_until_orthonormal = 256;  // rounding of U is taken out this often

using Pairs = std::vector<std::pair<int, int>>;

/// The pairs of a row-cyclic sweep, (p, q) after (p, q - 1) and (p - 1, q), in another order with
/// the same result: four columns p stay in the cache while the columns q pass, and pairs that
/// follow each other are disjoint.
Pairs in_waves(int players) {
  constexpr int block = 4;
  Pairs pairs;
  for (int first = 0; first < players; first += block) {
    const int end = std::min(first + block, players), width = end - first;
    for (int p = first; p < end; ++p)
      for (int q = p + 1; q < end; ++q) pairs.emplace_back(p, q);
    for (int wave = 0; wave < players - end + width - 1; ++wave)
      for (int p = first; p < end; ++p)
        if (const int q = end + wave - (p - first); q >= end && q < players)
          pairs.emplace_back(p, q);
  }
  return pairs;
}

/// Ends of groups of disjoint pairs that follow each other, at most so many.
std::vector<int> disjoint_groups(const Pairs& pairs, int most) {
  std::vector<int> ends;
  int first = 0;
  for (int i = 0; i < static_cast<int>(pairs.size()); ++i) {
    const auto shares_a_column = [&](int other) {
      const auto [p, q] = pairs[i];
      const auto [r, s] = pairs[other];
      return p == r || p == s || q == r || q == s;
    };
    bool fits = i - first < most;
    for (int other = first; other < i; ++other) fits &= !shares_a_column(other);
    if (fits) continue;
    ends.push_back(i);
    first = i;
  }
  if (!pairs.empty()) ends.push_back(static_cast<int>(pairs.size()));
  return ends;
}

}  // namespace

PackSvd::PackSvd(int rows, int columns)
    : W_(MatrixOf<Pack>::Zero(columns, rows)),
      U_(MatrixOf<Pack>::Identity(rows, rows)),
      sigma_(VectorOf<Pack>::Zero(rows)),
      norm2_(sigma_),
      pairs_(rows > 16 ? in_waves(rows) : tournament(rows)),
      ends_(disjoint_groups(pairs_, together)) {}

void PackSvd::reset(const PackMask& where) {
  for (int c = 0; c < rows(); ++c)
    for (int r = 0; r < rows(); ++r) U_(r, c) = select(where, r == c ? 1.0 : 0.0, U_(r, c));
  age_ = select(where, 0.0, age_);
}

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

/// W_p . W_q of `count` pairs from the first on: a sum waits for its own last term alone.
template <int count>
void PackSvd::products(int first, Pack* product) const {
  const Pack *x[count], *y[count];
  for (int i = 0; i < count; ++i) {
    x[i] = W_.col(pairs_[first + i].first).data();
    y[i] = W_.col(pairs_[first + i].second).data();
    product[i] = x[i][0] * y[i][0];
  }
  for (int j = 1; j < columns(); ++j)
#pragma GCC unroll 4
    for (int i = 0; i < count; ++i) product[i] = product[i] + x[i][j] * y[i][j];
}

/// OneSidedJacobi::sweep. A lane that is not turning has the rotation by zero.
PackMask PackSvd::sweep(const PackMask& turning, const Pack& zero) {
  Pack worst_cosine2 = 0, widest = 0, product[together];
  const auto rotate = [&](int pair, const Pack& g) {
    const auto [p, q] = pairs_[pair];
    const Pack a = norm2_[p], b = norm2_[q];
    const PackMask turn =
        turning & (a > zero) & (b > zero) & (g * g > orthogonal_cosine2 * (a * b));
    if (!any(turn)) return;
    const Pack zeta = (b - a) / (2 * g), size = abs(zeta);
    Pack t = 1 / (size + sqrt(1 + size * size));
    t = select(turn, select(zeta < 0.0, -t, t), 0.0);
    const Pack c = 1 / sqrt(1 + t * t), s = c * t;
    for (MatrixOf<Pack>* part : {&W_, &U_}) rotate_columns(part->col(p), part->col(q), c, s);
    norm2_[p] = max(a - t * g, 0.0);
    norm2_[q] = b + t * g;
    worst_cosine2 = max(worst_cosine2, select(turn, g * g / (a * b), 0.0));
    widest = max(widest, abs(t));
  };
  int first = 0;
  for (const int end : ends_) {
    switch (end - first) {
      case 1:
        products<1>(first, product);
        break;
      case 2:
        products<2>(first, product);
        break;
      case 3:
        products<3>(first, product);
        break;
      default:
        products<together>(first, product);
    }
    for (int pair = first; pair < end; ++pair) rotate(pair, product[pair - first]);
    first = end;
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
