#pragma once
#include <Eigen/Core>
#include <utility>
#include <vector>

namespace ik {

/// J = U diag(sigma) V^T by one-sided Jacobi rotations of the columns of W = J^T U: when they are
/// orthogonal, w_i = sigma_i v_i  (Hestenes). Each call starts with the last call's U, which is
/// nearly right already; small singular values keep their relative accuracy.
class Svd {
 public:
  Svd(int rows, int columns);  ///< shape of J: m x n; m may exceed n

  /// Allocates nothing. J finite.
  void compute(const Eigen::MatrixXd& J);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// Singular values, largest first, m of them (those beyond n are zero up to rounding).
  const Eigen::VectorXd& sigma() const { return sigma_; }
  /// m x m: u_i, unit and orthogonal, is the column that belongs to sigma(i).
  auto U() const { return stack_.middleRows(padded_columns_, rows_); }
  /// n x m: v_i, unit where sigma(i) is above noise(), else zero.
  auto V() const { return stack_.topRows(columns_); }
  /// Singular values at or below this are rounding: max(m, n) eps sigma_1.
  double noise() const { return noise_; }

  /// The state between calls; restore it to continue from there bit by bit.
  struct Memory {
    Eigen::MatrixXd U;
    int age = 0;
  };
  Memory memory() const { return {U(), age_}; }
  void restore(const Memory& memory);

 private:
  void start_from_last(const Eigen::MatrixXd& J);
  bool sweep(double zero);
  void sort();
  void orthonormalise();

  int rows_, columns_, padded_columns_;
  // [W; U]: one rotation turns both. Both parts are padded with zeros to whole vector registers.
  Eigen::MatrixXd stack_, J_transposed_;
  Eigen::VectorXd sigma_, norm2_;
  std::vector<std::pair<int, int>> pairs_;  // of a sweep: rounds of disjoint pairs
  double noise_ = 0;
  int age_ = 0;
};

/// dtheta = sum over sigma_i > tolerance sigma_1 of (1/sigma_i) v_i (u_i^T e)  (B §6, eq. 13).
void pseudoinverse_times(const Svd& svd, const Eigen::VectorXd& e, double tolerance,
                         Eigen::VectorXd& dtheta);

/// The factor of u_i^T e in that sum, were sigma_i sigma.
double pseudoinverse_gain(const Svd& svd, double sigma, double tolerance);

}  // namespace ik
