#pragma once
#include <vector>

#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/model/pack_settings.h"
#include "ik/model/skeleton.h"

namespace ik {

/// Weights of joints  (mathematics.md §1): methods work in the coordinates q_j = theta_j / r_j with
/// r_j = l_j / sqrt(w_j), where l_j is 1 for a revolute joint and `slide_length` for a prismatic
/// one, and w_j is the joint's stiffness. The length of a step is |dq|.
template <class Number>
class JointScale {
 public:
  explicit JointScale(const Skeleton& skeleton)
      : skeleton_(&skeleton), per_radian_(VectorOf<Number>::Ones(skeleton.joints())) {
    scaled_.reserve(static_cast<size_t>(skeleton.joints()));
  }

  /// Computes r. stiffness: w, n, positive. If the method weighs no joints, r keeps its values but
  /// has no effect.
  void configure(const MethodInfo& method, const SettingsOf<Number>& settings,
                 const Eigen::VectorXd& stiffness) {
    scaled_.clear();
    if (!method.weighs_joints()) return;
    const Number length = settings[common::slide_length()];
    for (int j = 0; j < skeleton_->joints(); ++j) {
      const Number usual = skeleton_->revolute(j) ? Number(1) : length;
      per_radian_[j] = stiffness[j] == 1 ? usual : usual / std::sqrt(stiffness[j]);
      if (!all(per_radian_[j] == 1)) scaled_.push_back(j);
    }
  }

  /// Returns r, n; null if all are 1.
  const VectorOf<Number>* per_radian() const { return scaled_.empty() ? nullptr : &per_radian_; }
  /// Returns r, n, even if all are 1.
  const VectorOf<Number>& lengths() const { return per_radian_; }
  /// ds/dq from ds/dtheta, m x n.
  void scale_columns(MatrixOf<Number>& J) const {
    for (const int j : scaled_) J.col(j) *= per_radian_[j];
  }
  /// x := x_j r_j: a step dq becomes dtheta, 1/cap of theta becomes that of q.
  void multiply(VectorOf<Number>& x) const {
    for (const int j : scaled_) x[j] *= per_radian_[j];
  }

 private:
  const Skeleton* skeleton_;
  std::vector<int> scaled_;  // coordinates whose r is not 1
  VectorOf<Number> per_radian_;
};

}  // namespace ik
