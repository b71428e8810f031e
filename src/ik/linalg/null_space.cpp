#include "ik/linalg/null_space.h"

#include "ik/linalg/cholesky.h"
#include "ik/model/jacobian.h"

namespace ik {

NullSpaceProjector::NullSpaceProjector(int rows, int columns)
    : JJt_(rows, rows), Jx_(rows), asked_(columns), seen_(columns), svd_(rows, columns) {}

void NullSpaceProjector::reset() { svd_ = Svd(svd_.rows(), svd_.columns()); }

void NullSpaceProjector::project(const Skeleton& skeleton, const Eigen::MatrixXd& J,
                                 Eigen::VectorXd& x, const Svd* known) {
  if (known) return project_by_svd(*known, J, x);
  gram(skeleton, J, JJt_);
  if (!factorise_semidefinite(JJt_)) return decompose_and_project(J, x);
  asked_ = x;
  for (int pass = 0; pass < 2; ++pass) {
    Jx_.noalias() = J * x;
    solve_factorised(JJt_, Jx_);
    transpose_times(skeleton, J, Jx_, seen_);
    x -= seen_;
  }
  if (left_out_sees(J, x)) decompose_and_project(J, x = asked_);
}

/// Whether an omitted row is not exactly a combination of the others.
bool NullSpaceProjector::left_out_sees(const Eigen::MatrixXd& J, const Eigen::VectorXd& x) const {
  constexpr double rounding2 = 1e-28;
  for (Eigen::Index r = 0; r < J.rows(); ++r) {
    if (JJt_(r, r) > 0) continue;
    const double seen = J.row(r).dot(x);
    if (seen * seen > rounding2 * J.row(r).squaredNorm() * asked_.squaredNorm()) return true;
  }
  return false;
}

void NullSpaceProjector::decompose_and_project(const Eigen::MatrixXd& J, Eigen::VectorXd& x) {
  svd_.compute(J);
  project_by_svd(svd_, J, x);
}

void NullSpaceProjector::project_by_svd(const Svd& svd, const Eigen::MatrixXd& J,
                                        Eigen::VectorXd& x) {
  const auto range = svd.V();
  for (int i = 0; i < svd.rows(); ++i) x -= range.col(i).dot(x) * range.col(i);
  // Where singular values are small V is less exact than J: what J still sees is taken out too.
  Jx_.noalias() = J.lazyProduct(x);
  pseudoinverse_times(svd, Jx_, 1e-8, seen_);
  x -= seen_;
}

}  // namespace ik
