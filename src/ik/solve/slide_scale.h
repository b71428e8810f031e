#pragma once
#include "ik/methods/parts/common.h"
#include "ik/model/pack_settings.h"
#include "ik/model/skeleton.h"

namespace ik {

/// Slides beside turns  (mathematics.md §2): methods work in the coordinates q_j = theta_j / r_j,
/// where r_j is 1 for a revolute joint and `slide_length` for a prismatic one. So the length of a
/// step, |dq|, does not depend on the unit of length.
template <class Number>
class SlideScale {
 public:
  explicit SlideScale(const Skeleton& skeleton)
      : skeleton_(&skeleton), per_radian_(VectorOf<Number>::Ones(skeleton.joints())) {}

  void configure(const SettingsOf<Number>& settings) {
    acts_ = settings.has(common::slide_length().key) && skeleton_->slides();
    const Number length = acts_ ? Number(settings[common::slide_length()]) : Number(1);
    acts_ = acts_ && !all(length == 1);
    for (int j = 0; j < skeleton_->joints(); ++j)
      per_radian_[j] = skeleton_->revolute(j) ? Number(1) : length;
  }

  /// r, n; null while all of it is 1.
  const VectorOf<Number>* per_radian() const { return acts_ ? &per_radian_ : nullptr; }
  /// ds/dq from ds/dtheta, m x n.
  void scale_columns(MatrixOf<Number>& J) const {
    if (!acts_) return;
    for (int j = 0; j < skeleton_->joints(); ++j)
      if (!skeleton_->revolute(j)) J.col(j) *= per_radian_[j];
  }
  /// x := x_j r_j: a step dq becomes dtheta, 1/cap of theta becomes that of q.
  void multiply(VectorOf<Number>& x) const {
    if (!acts_) return;
    for (int j = 0; j < skeleton_->joints(); ++j)
      if (!skeleton_->revolute(j)) x[j] *= per_radian_[j];
  }
  /// x := x_j / r_j
  void divide(VectorOf<Number>& x) const {
    if (!acts_) return;
    for (int j = 0; j < skeleton_->joints(); ++j)
      if (!skeleton_->revolute(j)) x[j] /= per_radian_[j];
  }

 private:
  const Skeleton* skeleton_;
  bool acts_ = false;
  VectorOf<Number> per_radian_;
};

}  // namespace ik
