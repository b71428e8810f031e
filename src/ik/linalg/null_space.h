#pragma once
#include <Eigen/Core>
#include <algorithm>

#include "ik/linalg/svd.h"
#include "ik/model/number.h"
#include "ik/model/skeleton.h"

namespace ik {

/// P x, the part of x that moves no effector; P is the true projector on the null space of J, m x n
/// (B §4):  P = I - J^T (J J^T)^-1 J  by L D L^T, applied twice since the first time leaves the
/// rounding of J J^T, and more often where rows nearly depend on each other. Rows that do, as those
/// of two points of one link, are left out; where rounding does not tell, P = I - Q Q^T, Q an
/// orthonormal basis of the rows, which takes longer. Either way J P x is rounding, in each row by
/// itself, however differently goals are weighted.
template <class Number>
class NullSpaceProjectorOf {
 public:
  NullSpaceProjectorOf(int rows, int columns);

  /// x := P x, n. known: the SVD of J, if there is one. J's zero blocks are the skeleton's.
  /// Allocates nothing.
  void project(const Skeleton& skeleton, const MatrixOf<Number>& J, VectorOf<Number>& x,
               const SvdOf<Number>* known = nullptr);

 private:
  MaskOf<Number> is_seen(const MatrixOf<Number>& J, const VectorOf<Number>& x,
                         const MaskOf<Number>& all_count) const;
  void orthogonalise(const MatrixOf<Number>& J, const MaskOf<Number>& where, VectorOf<Number>& x);
  void project_by_svd(const SvdOf<Number>& svd, const MatrixOf<Number>& J, VectorOf<Number>& x);

  MatrixOf<Number> JJt_, Q_;
  VectorOf<Number> Jx_, asked_, seen_;
  Number noise2_ = 0;  ///< |row|^2 below which a row of J is there by rounding, as Svd::noise()
};
using NullSpaceProjector = NullSpaceProjectorOf<double>;

/// Returns the largest number of active sets that an update tries, each of which decomposes J, m x
/// n, anew: n, but fewer for large bodies.
inline Eigen::Index max_active_sets(Eigen::Index m, Eigen::Index n) {
  return std::min(n, std::max<Eigen::Index>(8, 500'000 / (m * n)));
}

/// The null-space part of a step within bounds, such as the joint limits: clipping P x would move
/// the effectors. Where P x reaches a bound, the joints that are there leave J, and the rest of x
/// is projected again (the active set of mathematics.md §3a).
template <class Number>
class NullSpaceStepOf {
 public:
  NullSpaceStepOf(int rows, int columns);

  /// step += P x, n, as far as it stays within low <= step <= high, where step is on entry; either
  /// may be infinite. known: the SVD of J, if there is one. Returns where a bound acted: elsewhere
  /// all of P x was added. Allocates nothing.
  MaskOf<Number> add(const Skeleton& skeleton, const MatrixOf<Number>& J, const VectorOf<Number>& x,
                     const VectorOf<Number>& low, const VectorOf<Number>& high,
                     VectorOf<Number>& step, const SvdOf<Number>* known = nullptr);
  /// Returns |P x|^2 of the last call, without regard to bounds.
  Number squared_length() const { return squared_length_; }

 private:
  NullSpaceProjectorOf<Number> projector_;
  Number squared_length_ = 0;
  MatrixOf<Number> J_free_;
  VectorOf<Number> left_, projected_ = left_, ratio_ = left_;
};
using NullSpaceStep = NullSpaceStepOf<double>;

}  // namespace ik
