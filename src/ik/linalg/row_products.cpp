#include "ik/linalg/row_products.h"

#include <algorithm>

namespace ik {
namespace {

using Eigen::Index;

/// Columns of C that are summed at a time, in registers, and how many rows of them: as many as the
/// registers hold beside the factors. There are 32 with AVX-512, 16 without.
constexpr int most_parts = 3;
constexpr bool has_many = Pack::width == 8;
constexpr int most_rows[] = {0, 8, has_many ? 8 : 6, has_many ? 8 : 4};

/// Each stride of up to most_parts registers has a product of its own, which saves computing
/// addresses; a page has none, since there it counts more that little is loaded.
#ifdef __EMSCRIPTEN__
constexpr bool knows_strides = false;
#else
constexpr bool knows_strides = true;
#endif

/// C(k) := start(k) + sum over i < count of a(i, k) B(i), a block of it at a time. Rows of start, B
/// and C are `stride` numbers apart, if that is known when this is compiled; else 0. transposed: in
/// a, i runs along a row.
template <int stride, bool adds, bool transposed>
struct Product {
  const double* start;
  const double* a;
  Index a_step;  // between a's rows
  Index count;
  const double* B;
  double* C;
  Index rows, step;  // of C

  Index apart() const { return stride > 0 ? stride : step; }

  template <int block, int parts>
  void sum_block() const {
    Register sum[block][parts];
#pragma GCC unroll 8
    for (int k = 0; k < block; ++k)
#pragma GCC unroll 8
      for (int p = 0; p < parts; ++p)
        sum[k][p] = adds ? (&register_at(start[k * apart()]))[p] : Register{};
    const double* factor = a;
    const double* row = B;
    for (Index i = 0; i < count; ++i) {
#pragma GCC unroll 8
      for (int k = 0; k < block; ++k) {
        const Register by = factor[k * (transposed ? a_step : 1)] - Register{};
#pragma GCC unroll 8
        for (int p = 0; p < parts; ++p) sum[k][p] += by * (&register_at(*row))[p];
      }
      factor += transposed ? 1 : a_step;
      row += apart();
    }
#pragma GCC unroll 8
    for (int k = 0; k < block; ++k)
#pragma GCC unroll 8
      for (int p = 0; p < parts; ++p) (&register_at(C[k * apart()]))[p] = sum[k][p];
  }

  /// sum_block<block, parts>, of which there is one for each number of rows up to most.
  template <int most, int parts>
  void sum_rows(Index block) const {
    if (block == most) return sum_block<most, parts>();
    if constexpr (most > 1) sum_rows<most - 1, parts>(block);
  }

  /// Sums all rows of some columns, in blocks of nearly equal size.
  template <int parts>
  void sum_columns() const {
    constexpr int most = most_rows[parts];
    Product part = *this;
    for (Index left = rows, blocks = (rows + most - 1) / most; blocks > 0; --blocks) {
      const Index block = (left + blocks - 1) / blocks;
      part.template sum_rows<most, parts>(block);
      left -= block;
      if (adds) part.start += block * apart();
      part.a += block * (transposed ? a_step : 1);
      part.C += block * apart();
    }
  }

  void sum() const {
    if constexpr (stride > 0) return sum_columns<stride / Pack::width>();
    Product part = *this;
    for (Index left = step / Pack::width; left > 0;) {
      const Index now = std::min<Index>(left, most_parts);
      if (now == 3) part.template sum_columns<3>();
      if (now == 2) part.template sum_columns<2>();
      if (now == 1) part.template sum_columns<1>();
      left -= now;
      if (adds) part.start += now * Pack::width;
      part.B += now * Pack::width;
      part.C += now * Pack::width;
    }
  }
};

template <bool adds, bool transposed>
void sum_all(const double* start, const double* a, Index a_step, const PaddedRows& B,
             PaddedRows& C) {
  const auto sum = [&]<int stride>() {
    Product<stride, adds, transposed>{start,    a,        a_step,   B.rows(),
                                      B.data(), C.data(), C.rows(), C.outerStride()}
        .sum();
  };
  if constexpr (knows_strides) switch (C.outerStride() / Pack::width) {
      case 1:
        return sum.template operator()<Pack::width>();
      case 2:
        return sum.template operator()<2 * Pack::width>();
      case 3:
        return sum.template operator()<3 * Pack::width>();
    }
  sum.template operator()<0>();
}

}  // namespace

void multiply_transposed(const PaddedRows& A, const PaddedRows& B, PaddedRows& C) {
  sum_all<false, false>(nullptr, A.data(), A.outerStride(), B, C);
}

void multiply_transposed(const Eigen::MatrixXd& A, const PaddedRows& B, PaddedRows& C) {
  sum_all<false, true>(nullptr, A.data(), A.outerStride(), B, C);
}

void add_product(const PaddedRows& A, const PaddedRows& X, PaddedRows& C) {
  sum_all<true, true>(A.data(), A.data(), A.outerStride(), X, C);
}

}  // namespace ik
