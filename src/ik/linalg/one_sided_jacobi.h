#pragma once
#include <limits>
#include <utility>
#include <vector>

#include "ik/linalg/row_products.h"

namespace ik {

constexpr double rounding_unit = std::numeric_limits<double>::epsilon();
/// Columns whose angle has a smaller squared cosine are orthogonal but for rounding.
constexpr double orthogonal_cosine2 = 16 * rounding_unit * rounding_unit;

struct Rotation {
  double t, c, s;  // tangent, cosine, sine
};

/// The smaller rotation that makes two columns orthogonal: of squared norms a and b, product g.
/// tan(2 angle) = 2x with x = g / (b - a); small ones need no square root.
Rotation orthogonalising(double a, double b, double g);

constexpr int most_sweeps = 30;  // a cold start needs about eight

/// Makes the columns of W = J^T U orthogonal by rotations of pairs of columns, which U gets, too
/// (Hestenes). It always gets there, however far W is from it.
class OneSidedJacobi {
 public:
  OneSidedJacobi(int rows, int columns);  ///< shape of J: m x n

  /// W: n x m. U: m x m, orthogonal. Allocates nothing.
  void orthogonalise(PaddedRows& W, PaddedRows& U);

 private:
  void sum_squares();
  bool sweep(double zero);

  int columns_, padded_columns_;
  // [W; U]: one rotation turns both. Both parts are padded with zeros to whole vector registers.
  Eigen::MatrixXd stack_;
  Eigen::VectorXd norm2_;                   // of the columns of W
  std::vector<std::pair<int, int>> pairs_;  // of a sweep: rounds of disjoint pairs
};

}  // namespace ik
