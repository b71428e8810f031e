#pragma once
#include <Eigen/Core>

namespace ik {

/// J = U diag(sigma) V^T by one-sided Jacobi rotations of the columns of W = J^T U: when they are
/// orthogonal, w_i = sigma_i v_i  (Hestenes). Each call starts with the last call's U, which is
/// nearly right already; small singular values keep their relative accuracy.
class Svd {
 public:
  Svd(int rows, int columns);  ///< shape of J: m x n; m may exceed n

  /// Allocates nothing. J finite.
  void compute(const Eigen::MatrixXd& J);

  int rows() const { return static_cast<int>(U_.rows()); }
  int columns() const { return static_cast<int>(W_.rows()); }
  /// Singular values, largest first, m of them (those beyond n are zero up to rounding).
  const Eigen::VectorXd& sigma() const { return sigma_; }
  /// u_i: unit vectors, orthogonal, m x m, column i belongs to sigma(i).
  const Eigen::MatrixXd& U() const { return U_sorted_; }
  /// v_i, n x m: unit where sigma(i) is above noise(), else zero.
  const Eigen::MatrixXd& V() const { return V_; }
  /// Singular values at or below this are rounding: max(m, n) * eps * sigma_1.
  double noise() const { return noise_; }

  /// What is kept between calls; copy it to resume bit by bit.
  struct Memory {
    Eigen::MatrixXd U;
    int age = 0;
  };
  Memory memory() const { return {U_, age_}; }
  void restore(const Memory& memory);

 private:
  void orthonormalise();

  Eigen::MatrixXd U_, W_;  // in the order of the rotations, not of size
  Eigen::MatrixXd U_sorted_, V_;
  Eigen::VectorXd sigma_, norm2_;
  Eigen::VectorXi order_;
  double noise_ = 0;
  int age_ = 0;
};

/// dtheta = sum over sigma_i > tolerance sigma_1 of (1/sigma_i) v_i (u_i^T e)  (B §6, eq. 13).
void pseudoinverse_times(const Svd& svd, const Eigen::VectorXd& e, double tolerance,
                         Eigen::VectorXd& dtheta);

}  // namespace ik
