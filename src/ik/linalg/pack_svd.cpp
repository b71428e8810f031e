#include "ik/linalg/pack_svd.h"

#include <algorithm>

#include "ik/linalg/one_sided_jacobi.h"

namespace ik {
namespace {

constexpr int calls_until_orthonormal = 256;  // rounding of U is taken out this often

/// A rotation of two columns by the angle of tangent t, but for the factor c that both have (fast
/// rotations; Anda and Park 1994): x := x - down y, y := y + up x.
struct Turn {
  Pack t, c, down, up;
  void apply(Pack& x, Pack& y) const {
    const Pack before = x;
    x -= down * y;
    y += up * before;
  }
};

}  // namespace

// Zero columns make their number even.
PackSvd::PackSvd(int rows, int columns)
    : W_(MatrixOf<Pack>::Zero(columns, rows + rows % 2)),
      U_(MatrixOf<Pack>::Identity(rows, rows + rows % 2)),
      sigma_(VectorOf<Pack>::Zero(rows)),
      norm2_(VectorOf<Pack>::Zero(U_.cols())) {}

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

/// OneSidedJacobi::sweep, two pairs of columns with two others at a time. A lane that is not
/// turning has the rotation by zero.
PackMask PackSvd::sweep(const PackMask& turning, const Pack& zero) {
  Pack worst_cosine2 = 0, widest = 0;
  bool due = false;
  const auto turn_for = [&](int p, int q, const Pack& g) {
    const Pack a = norm2_[p], b = norm2_[q], d = b - a, g2 = g + g;
    const PackMask turn =
        turning & (a > zero) & (b > zero) & (g * g > orthogonal_cosine2 * (a * b));
    due |= any(turn);
    Pack t = g2 / (abs(d) + sqrt(d * d + g2 * g2));
    t = select(turn, select(d < 0.0, -t, t), 0.0);
    const Pack inverse_c = sqrt(1 + t * t), c = 1 / inverse_c;
    const Turn result{t, c, t * scale_[q] * inverse_scale_[p], t * scale_[p] * inverse_scale_[q]};
    for (int column : {p, q}) {
      scale_[column] *= c;
      inverse_scale_[column] *= inverse_c;
    }
    norm2_[p] = select(turn, max(a - t * g, 0.0), a);
    norm2_[q] = select(turn, b + t * g, b);
    worst_cosine2 = max(worst_cosine2, select(turn, g * g / (a * b), 0.0));
    widest = max(widest, abs(t));
    return result;
  };

  const int count = static_cast<int>(norm2_.size());
  scale_.setOnes();
  inverse_scale_.setOnes();
  for (int p = 0; p < count; p += 2) {
    due = false;
    const Turn turn = turn_for(p, p + 1, W_.col(p).dot(W_.col(p + 1)));
    if (!due) continue;
    for (MatrixOf<Pack>* part : {&W_, &U_})
      for (int i = 0; i < part->rows(); ++i) turn.apply((*part)(i, p), (*part)(i, p + 1));
  }
  const auto turn_four = [&](int p, int q) {
    Pack pp = 0, qq = 0, g00 = 0, g01 = 0, g10 = 0, g11 = 0;  // products of p, p + 1; q, q + 1
    const Pack *x0 = &W_(0, p), *x1 = &W_(0, p + 1), *y0 = &W_(0, q), *y1 = &W_(0, q + 1);
    for (int i = 0; i < columns(); ++i) {
      pp += x0[i] * x1[i], qq += y0[i] * y1[i];
      g00 += x0[i] * y0[i], g01 += x0[i] * y1[i], g10 += x1[i] * y0[i], g11 += x1[i] * y1[i];
    }
    const Pack p0 = scale_[p], p1 = scale_[p + 1], q0 = scale_[q], q1 = scale_[q + 1];
    pp *= p0 * p1, qq *= q0 * q1, g01 *= p0 * q1, g10 *= p1 * q0;
    due = false;
    const Turn A = turn_for(p, q, g00 * p0 * q0), B = turn_for(p + 1, q + 1, g11 * p1 * q1);
    const Pack c = A.c * B.c;  // the other two products follow from those before A and B
    const Turn C = turn_for(p, q + 1, c * (B.t * (pp - A.t * g10) + (g01 - A.t * qq)));
    const Turn D = turn_for(p + 1, q, c * (A.t * (pp - B.t * g01) + (g10 - B.t * qq)));
    if (!due) return;
    for (MatrixOf<Pack>* part : {&W_, &U_}) {
      Pack *x0 = &(*part)(0, p), *x1 = &(*part)(0, p + 1);
      Pack *y0 = &(*part)(0, q), *y1 = &(*part)(0, q + 1);
      for (int i = 0; i < part->rows(); ++i) {
        Pack a = x0[i], b = x1[i], c = y0[i], d = y1[i];
        A.apply(a, c);
        B.apply(b, d);
        C.apply(a, d);
        D.apply(b, c);
        x0[i] = a, x1[i] = b, y0[i] = c, y1[i] = d;
      }
    }
  };
  for (int first = 0; first < count; first += 4)  // four columns stay in the cache
    for (int q = first + 2; q < count; q += 2)
      for (int p = first; p < std::min(q, first + 4); p += 2) turn_four(p, q);
  for (int p = 0; p < count; ++p)
    for (MatrixOf<Pack>* part : {&W_, &U_}) part->col(p) *= scale_[p];
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
