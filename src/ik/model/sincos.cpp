#include "ik/model/sincos.h"

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

}  // namespace

void sincos(const double* angle, double* sine, double* cosine, int size) {
  double most = 0;
  for (int i = 0; i < size; ++i) most = std::max(most, std::abs(angle[i]));
  for (int i = 0; i < size; ++i) reduce_and_evaluate(angle[i], sine[i], cosine[i]);
  if (most < largest) return;
  for (int i = 0; i < size; ++i)
    if (std::abs(angle[i]) >= largest) {
      sine[i] = std::sin(angle[i]);
      cosine[i] = std::cos(angle[i]);
    }
}

}  // namespace ik
