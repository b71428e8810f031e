#include "ik/svd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ik {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int max_sweeps = 30;  // a cold start needs about eight, a warm one two or three
constexpr int steps_until_orthonormal = 256;  // rounding of U is taken out this often

/// x := c x - s y, y := s x + c y
void rotate(double* __restrict x, double* __restrict y, Eigen::Index size, double c, double s) {
  for (Eigen::Index i = 0; i < size; ++i) {
    const double a = x[i], b = y[i];
    x[i] = c * a - s * b;
    y[i] = s * a + c * b;
  }
}

}  // namespace

Svd::Svd(int rows, int columns)
    : U_(Eigen::MatrixXd::Identity(rows, rows)),
      W_(Eigen::MatrixXd::Zero(columns, rows)),
      U_sorted_(U_),
      V_(W_),
      sigma_(Eigen::VectorXd::Zero(rows)),
      norm2_(sigma_),
      order_(Eigen::VectorXi::LinSpaced(rows, 0, rows - 1)) {}

void Svd::restore(const Memory& memory) {
  U_ = memory.U;
  age_ = memory.age;
}

void Svd::orthonormalise() {  // modified Gram-Schmidt; U is orthogonal but for rounding
  for (Eigen::Index i = 0; i < U_.cols(); ++i) {
    for (Eigen::Index k = 0; k < i; ++k) U_.col(i) -= U_.col(k).dot(U_.col(i)) * U_.col(k);
    U_.col(i).normalize();
  }
}

void Svd::compute(const Eigen::MatrixXd& J) {
  if (++age_ % steps_until_orthonormal == 0) orthonormalise();
  const Eigen::Index m = U_.rows(), n = W_.rows();
  W_.noalias() = J.transpose().lazyProduct(U_);

  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    norm2_ = W_.colwise().squaredNorm().transpose();
    const double zero = norm2_.maxCoeff() * std::pow(eps * static_cast<double>(std::max(m, n)), 2);
    bool rotated = false;
    for (Eigen::Index p = 0; p + 1 < m; ++p) {
      for (Eigen::Index q = p + 1; q < m; ++q) {
        const double a = norm2_[p], b = norm2_[q];
        if (a <= zero || b <= zero) continue;
        const double g = W_.col(p).dot(W_.col(q));
        if (g * g <= (16 * eps * eps) * a * b) continue;
        // The angle that makes columns p and q orthogonal: t = tan, the smaller root.
        const double zeta = (b - a) / (2 * g);
        const double t = std::copysign(1.0, zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const double c = 1 / std::sqrt(1 + t * t), s = c * t;
        rotate(W_.col(p).data(), W_.col(q).data(), n, c, s);
        rotate(U_.col(p).data(), U_.col(q).data(), m, c, s);
        norm2_[p] = std::max(a - t * g, 0.0);
        norm2_[q] = b + t * g;
        rotated = true;
      }
    }
    if (!rotated) break;
  }

  norm2_ = W_.colwise().squaredNorm().transpose();
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [this](int a, int b) {
    return norm2_[a] != norm2_[b] ? norm2_[a] > norm2_[b] : a < b;
  });
  noise_ = std::sqrt(norm2_[order_[0]]) * eps * static_cast<double>(std::max(m, n));
  for (Eigen::Index i = 0; i < m; ++i) {
    const int from = order_[i];
    sigma_[i] = std::sqrt(norm2_[from]);
    U_sorted_.col(i) = U_.col(from);
    if (sigma_[i] > noise_)
      V_.col(i) = W_.col(from) / sigma_[i];
    else
      V_.col(i).setZero();
  }
}

void pseudoinverse_times(const Svd& svd, const Eigen::VectorXd& e, double tolerance,
                         Eigen::VectorXd& dtheta) {
  dtheta.setZero();
  const double threshold = std::max(tolerance * svd.sigma()[0], svd.noise());
  for (int i = 0; i < svd.rows() && svd.sigma()[i] > threshold; ++i)
    dtheta += (svd.U().col(i).dot(e) / svd.sigma()[i]) * svd.V().col(i);
}

}  // namespace ik
