#include "ik/model/trigonometry.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace ik {
namespace {

constexpr double largest = 524288;  // 2^19: n * half_pi_1 below is exact
// pi/2 in three parts, the first two with trailing zeros (Cody and Waite).
constexpr double half_pi_1 = 1.57079632673412561417e+00;
constexpr double half_pi_2 = 6.07710050630396597660e-11;
constexpr double half_pi_3 = 2.02226624879595063154e-21;
constexpr double two_over_pi = 0.63661977236758134308;
constexpr double rounder = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to whole numbers

/// Branch free, so that the compiler can do several at once. angle = n pi/2 + r, |r| <= pi/4; the
/// polynomials are the minimax ones of degree 13 and 14.
inline void reduce_and_evaluate(double angle, double& sine, double& cosine) {
  const double shifted = angle * two_over_pi + rounder;
  const int64_t n = std::bit_cast<int64_t>(shifted);  // its low bits count the quarter turns
  const double turns = shifted - rounder;
  const double r = ((angle - turns * half_pi_1) - turns * half_pi_2) - turns * half_pi_3;
  const double r2 = r * r;

  const double s = r + r * r2 *
                           (-1.66666666666666324348e-01 +
                            r2 * (8.33333333332248946124e-03 +
                                  r2 * (-1.98412698298579493134e-04 +
                                        r2 * (2.75573137070700676789e-06 +
                                              r2 * (-2.50507602534068634195e-08 +
                                                    r2 * 1.58969099521155010221e-10)))));
  const double c = 1 - 0.5 * r2 +
                   r2 * r2 *
                       (4.16666666666666019037e-02 +
                        r2 * (-1.38888888888741095749e-03 +
                              r2 * (2.48015872894767294178e-05 +
                                    r2 * (-2.75573143513906633035e-07 +
                                          r2 * (2.08757232129817482790e-09 +
                                                r2 * -1.13596475577881948265e-11)))));

  // Quarter turn n: (s, c), (c, -s), (-s, -c), (-c, s).
  const uint64_t swap = -static_cast<uint64_t>(n & 1);
  const uint64_t bits_s = std::bit_cast<uint64_t>(s), bits_c = std::bit_cast<uint64_t>(c);
  const uint64_t sign_s = static_cast<uint64_t>(n & 2) << 62;
  const uint64_t sign_c = static_cast<uint64_t>((n + 1) & 2) << 62;
  sine = std::bit_cast<double>(((bits_s & ~swap) | (bits_c & swap)) ^ sign_s);
  cosine = std::bit_cast<double>(((bits_c & ~swap) | (bits_s & swap)) ^ sign_c);
}

/// For x >= 0: atan x = atan c + atan r, r = (x - c) / (1 + c x), c the nearest of 0, 1/2, 1, 3/2
/// and infinity; the polynomial is the minimax one of degree 23 (coefficients: Sun, fdlibm).
double arctangent(double x) {
  struct Nearest {
    double below, c, high, low;  // atan c in two parts
  };
  constexpr Nearest nearest[] = {
      {0.4375, 0, 0, 0},
      {0.6875, 0.5, 4.63647609000806093515e-01, 2.26987774529616870924e-17},
      {1.1875, 1, 7.85398163397448278999e-01, 3.06161699786838301793e-17},
      {2.4375, 1.5, 9.82793723247329054082e-01, 1.39033110312309984516e-17}};
  Nearest at{0, 0, 1.57079632679489655800e+00, 6.12323399573676603587e-17};
  double r = -1 / x;
  if (x < nearest[3].below) {
    at = *std::ranges::find_if(nearest, [x](const Nearest& one) { return x < one.below; });
    r = (x - at.c) / (1 + at.c * x);
  }
  const double r2 = r * r, r4 = r2 * r2;
  const double even =
      r2 *
      (3.33333333333329318027e-01 +
       r4 * (1.42857142725034663711e-01 +
             r4 * (9.09088713343650656196e-02 +
                   r4 * (6.66107313738753120669e-02 +
                         r4 * (4.97687799461593236017e-02 + r4 * 1.62858201153657823623e-02)))));
  const double odd =
      r4 * (-1.99999999998764832476e-01 +
            r4 * (-1.11111104054623557880e-01 +
                  r4 * (-7.69187620504482999495e-02 +
                        r4 * (-5.83357013379057348645e-02 + r4 * -3.65315727442169155270e-02))));
  return at.high - ((r * (even + odd) - at.low) - r);
}

}  // namespace

void sincos(const double* angle, double* sine, double* cosine, int size) {
  double most = 0;
  for (int i = 0; i < size; ++i) most = std::max(most, std::abs(angle[i]));
  for (int i = 0; i < size; ++i) reduce_and_evaluate(angle[i], sine[i], cosine[i]);
  if (most < largest) return;
  for (int i = 0; i < size; ++i)
    if (std::abs(angle[i]) >= largest) {
      sine[i] = ::sin(angle[i]);
      cosine[i] = ::cos(angle[i]);
    }
}

SineCosine sincos(double angle) {
  SineCosine both;
  sincos(&angle, &both.sine, &both.cosine, 1);
  return both;
}

double atan2(double y, double x) {
  constexpr double pi = 3.14159265358979311600e+00, pi_rest = 1.22464679914735317720e-16;
  if (std::isnan(x) || std::isnan(y)) return x + y;
  double angle = 0;  // of (|x|, |y|)
  if (std::isinf(x) && std::isinf(y))
    angle = pi / 4;
  else if (y != 0)
    angle = arctangent(std::abs(y) / std::abs(x));
  if (std::signbit(x)) angle = pi - (angle - pi_rest);
  return std::copysign(angle, y);
}

double asin(double x) { return atan2(x, std::sqrt((1 - x) * (1 + x))); }

}  // namespace ik
