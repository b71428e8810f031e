#include "ik/analysis/aspect.h"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "ik/analysis/plane.h"
#include "ik/solve/solver.h"

namespace ik {
namespace {

constexpr int most = 12;  // columns
using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, most, most>;

/// By Gaussian elimination with the largest pivot of each column; 0 where J is singular.
int sign_of_determinant(Square J) {
  constexpr double rounding = 1e-12;
  const Eigen::Index n = J.rows();
  double largest = 0, least = 1e300;
  int sign = 1;
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index row = 0;
    J.col(k).tail(n - k).cwiseAbs().maxCoeff(&row);
    if (row > 0) {
      J.row(k).swap(J.row(k + row));
      sign = -sign;
    }
    const double pivot = J(k, k);
    if (pivot == 0) return 0;
    largest = std::max(largest, std::abs(pivot));
    least = std::min(least, std::abs(pivot));
    if (pivot < 0) sign = -sign;
    for (Eigen::Index i = k + 1; i < n; ++i) J.row(i) -= J(i, k) / pivot * J.row(k);
  }
  return least > rounding * largest ? sign : 0;
}

}  // namespace

int aspect(const Solver& solver) {
  const Eigen::MatrixXd& J = solver.J();
  const Eigen::Index n = J.cols();
  if (n > most || n == 0) return 0;
  if (J.rows() == n) return sign_of_determinant(J);
  const Skeleton& body = solver.skeleton();
  constexpr Eigen::Index numbers = 3, in_plane = 2;
  if (J.rows() != numbers * body.effectors() || n != in_plane * body.effectors()) return 0;
  for (int i = 0; i < body.effectors(); ++i)
    if (body.effector(i).goal.info->shape == GoalShape::Orientation) return 0;
  const std::optional<Eigen::Vector3d> normal = plane_normal(body, solver.pose());
  if (!normal) return 0;
  const Eigen::Vector3d across = normal->unitOrthogonal(), up = normal->cross(across);
  Square reduced(n, n);
  for (int i = 0; i < body.effectors(); ++i)
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto column = J.col(j).segment<numbers>(numbers * i);
      reduced(in_plane * i, j) = across.dot(column);
      reduced(in_plane * i + 1, j) = up.dot(column);
    }
  return sign_of_determinant(reduced);
}

}  // namespace ik
