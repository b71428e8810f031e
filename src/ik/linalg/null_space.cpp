#include "ik/linalg/null_space.h"

#include <algorithm>

#include "ik/linalg/cholesky.h"
#include "ik/linalg/one_sided_jacobi.h"
#include "ik/model/jacobian.h"

namespace ik {

template <class Number>
NullSpaceProjectorOf<Number>::NullSpaceProjectorOf(int rows, int columns)
    : JJt_(rows, rows), Q_(columns, rows), Jx_(rows), asked_(columns), seen_(columns) {}

template <class Number>
void NullSpaceProjectorOf<Number>::project(const Skeleton& skeleton, const MatrixOf<Number>& J,
                                           VectorOf<Number>& x, const SvdOf<Number>* known) {
  if (known) return project_by_svd(*known, J, x);
  constexpr int most_passes = 8;
  gram(skeleton, J, JJt_);
  const double share = rounding_unit * static_cast<double>(std::max(J.rows(), J.cols()));
  noise2_ = share * share * JJt_.trace();
  const auto [exist, exact] = factorise_semidefinite(JJt_);
  asked_ = x;
  MaskOf<Number> to_do = exist;
  for (int pass = 0; pass < most_passes && any(to_do); ++pass) {
    if constexpr (one_body<Number>)
      Jx_.noalias() = J * x;
    else
      Jx_.noalias() = J.lazyProduct(x);
    solve_factorised(JJt_, Jx_);
    transpose_times(skeleton, J, Jx_, seen_);
    for (Eigen::Index j = 0; j < x.size(); ++j) x[j] -= select(to_do, seen_[j], Number(0));
    if (pass == 0) continue;
    to_do = to_do & !exact;
    if (any(to_do)) to_do = to_do & is_seen(J, x, to_do);
  }
  const MaskOf<Number> told = exist & !is_seen(J, x, to_do);
  if (all(told)) return;
  for (Eigen::Index j = 0; j < x.size(); ++j) x[j] = select(told, x[j], asked_[j]);
  orthogonalise(J, !told, x);
}

/// Returns whether a row of J that was left out, or where all_count holds any, sees x.
template <class Number>
MaskOf<Number> NullSpaceProjectorOf<Number>::is_seen(const MatrixOf<Number>& J,
                                                     const VectorOf<Number>& x,
                                                     const MaskOf<Number>& all_count) const {
  constexpr double rounding2 = 4e-30;
  MaskOf<Number> sees = false;
  for (Eigen::Index r = 0; r < J.rows(); ++r) {
    const MaskOf<Number> counts = all_count | (JJt_(r, r) <= 0);
    if (!any(counts)) continue;
    const Number size2 = J.row(r).squaredNorm(), seen = J.row(r).dot(x);
    const Number least2 = rounding2 * size2 * asked_.squaredNorm();
    sees |= counts & (size2 > noise2_) & (seen * seen > least2);
  }
  return sees;
}

/// Takes out of x the rows of J, each made orthogonal to those before it by Gram and Schmidt's
/// process, twice, since the first time leaves the rounding of what it takes away.
template <class Number>
void NullSpaceProjectorOf<Number>::orthogonalise(const MatrixOf<Number>& J,
                                                 const MaskOf<Number>& where, VectorOf<Number>& x) {
  constexpr double least_sine2 = 1e-24;  // to the rows before it; below, it is one of them
  for (Eigen::Index r = 0; r < J.rows(); ++r) {
    auto q = Q_.col(r);
    q = J.row(r).transpose();
    const Number size2 = q.squaredNorm();
    for (int pass = 0; pass < 2; ++pass)
      for (Eigen::Index before = 0; before < r; ++before)
        q -= Q_.col(before).dot(q) * Q_.col(before);
    const Number left2 = q.squaredNorm();
    q *= select(where & (left2 > max(noise2_, least_sine2 * size2)), 1 / sqrt(left2), Number(0));
    x -= q.dot(x) * q;
  }
}

template <class Number>
void NullSpaceProjectorOf<Number>::project_by_svd(const SvdOf<Number>& svd,
                                                  const MatrixOf<Number>& J, VectorOf<Number>& x) {
  const auto& range = svd.V();
  for (int i = 0; i < svd.rows(); ++i) x -= range.col(i).dot(x) * range.col(i);
  // V is less exact than J if singular values are small: what J still sees is removed too.
  Jx_.noalias() = J.lazyProduct(x);
  pseudoinverse_times(svd, Jx_, 1e-8, seen_);
  x -= seen_;
}

template <class Number>
NullSpaceStepOf<Number>::NullSpaceStepOf(int rows, int columns)
    : projector_(rows, columns), J_free_(rows, columns), left_(VectorOf<Number>::Zero(columns)) {}

template <class Number>
MaskOf<Number> NullSpaceStepOf<Number>::add(const Skeleton& skeleton, const MatrixOf<Number>& J,
                                            const VectorOf<Number>& x, const VectorOf<Number>& low,
                                            const VectorOf<Number>& high, VectorOf<Number>& step,
                                            const SvdOf<Number>* known) {
  constexpr double rounding = 1e-12;  // a joint that rests at a bound is not pushed beyond by less
  projected_ = x;
  projector_.project(skeleton, J, projected_, known);
  squared_length_ = projected_.squaredNorm();
  MaskOf<Number> bounded = false;
  const Eigen::Index most = max_active_sets(J.rows(), J.cols());
  for (Eigen::Index count = 0; count < most; ++count) {
    Number part = 1;
    for (Eigen::Index j = 0; j < step.size(); ++j) {
      const Number way = projected_[j], room = select(way < 0, low[j], high[j]) - step[j];
      const MaskOf<Number> beyond = select(way < 0, room - way, way - room) > rounding;
      ratio_[j] = select(beyond, max(Number(0), room / way), Number(2));
      part = min(part, ratio_[j]);
    }
    const MaskOf<Number> reached = part < 1;
    step += part * projected_;
    if (!any(reached)) break;
    if (count == 0) {
      J_free_ = J;
      left_ = x;
    }
    bounded |= reached;
    for (Eigen::Index j = 0; j < step.size(); ++j) {
      const MaskOf<Number> stays = reached & (ratio_[j] <= part);
      left_[j] = select(reached & !stays, (1 - part) * left_[j], Number(0));
      if (!any(stays)) continue;
      step[j] = select(stays, select(projected_[j] < 0, low[j], high[j]), step[j]);
      for (Eigen::Index row = 0; row < J.rows(); ++row)
        J_free_(row, j) = select(stays, Number(0), J_free_(row, j));
    }
    projected_ = left_;
    projector_.project(skeleton, J_free_, projected_);
  }
  return bounded;
}

template class NullSpaceProjectorOf<double>;
template class NullSpaceProjectorOf<Pack>;
template class NullSpaceStepOf<double>;
template class NullSpaceStepOf<Pack>;

}  // namespace ik
