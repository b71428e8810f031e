#pragma once
#include <Eigen/Core>

#include "ik/model/number.h"

namespace ik {

/// A matrix by rows, each padded with zeros to whole vector registers.
using PaddedRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Eigen::Index padded(Eigen::Index size) {
  return (size + Pack::width - 1) / Pack::width * Pack::width;
}

/// A register of such a row, which begins at this number.
typedef Pack::Part Register __attribute__((may_alias));
inline Register& register_at(double& first) { return reinterpret_cast<Register&>(first); }
inline const Register& register_at(const double& first) {
  return reinterpret_cast<const Register&>(first);
}

/// C := A^T B. C is neither A nor B.
void multiply_transposed(const PaddedRows& A, const PaddedRows& B, PaddedRows& C);
void multiply_transposed(const Eigen::MatrixXd& A, const PaddedRows& B, PaddedRows& C);
/// C := A + A X. C is neither A nor X.
void add_product(const PaddedRows& A, const PaddedRows& X, PaddedRows& C);

}  // namespace ik
