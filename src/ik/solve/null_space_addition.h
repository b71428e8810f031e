#pragma once

#include "ik/linalg/null_space.h"
#include "ik/methods/method.h"

namespace ik {

/// Computes dtheta += P phi for methods with NullSpace::Added: P phi moves no effector (B §4). P is
/// the projector on the null space of the usual Jacobian, even if the method uses the alternate
/// one. The sum stays within the limits if the method's own step does.
template <class Number>
class NullSpaceAddition {
 public:
  explicit NullSpaceAddition(const Skeleton& skeleton)
      : step_(skeleton.rows(), skeleton.joints()),
        low_(VectorOf<Number>::Zero(skeleton.joints())) {}

  /// Adds P phi to dtheta, n. known: the SVD of J_usual, if the method made it. Returns whether a
  /// limit clips the method's own step.
  MaskOf<Number> add(const ProblemOf<Number>& problem, const SvdOf<Number>* known,
                     VectorOf<Number>& dtheta) {
    compute_bounds(problem, dtheta);
    added_.setZero();
    step_.add(problem.skeleton, problem.J_usual, problem.phi, low_, high_, added_, known);
    dtheta += added_;
    return is_clipped_;
  }

  /// If a limit clips the method's own step, sets dtheta to that step, scaled by the caps and
  /// clipped, plus the addition, scaled alike. Returns whether the caps scaled it.
  MaskOf<Number> clip_to_limits(VectorOf<Number>& dtheta) const {
    constexpr double rounding = 1e-12;
    if (!any(is_clipped_)) return false;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j)
      dtheta[j] = select(is_clipped_, clipped_step_[j] + cap_scale_ * added_[j], dtheta[j]);
    return is_clipped_ & (cap_scale_ < 1 - rounding);
  }

 private:
  /// Computes the method's own step within caps and limits, and the bounds that remain from there.
  void compute_bounds(const ProblemOf<Number>& problem, const VectorOf<Number>& dtheta) {
    problem.find_bounds(low_, high_);
    is_clipped_ = false;
    const Number ratio = step_ratio(dtheta, problem.inverse_cap);
    cap_scale_ = select(ratio > 1, 1 / ratio, Number(1));
    for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
      const Number own = cap_scale_ * dtheta[j];
      clipped_step_[j] = min(max(own, low_[j]), high_[j]);
      is_clipped_ |= !(clipped_step_[j] == own);
      low_[j] -= clipped_step_[j];
      high_[j] -= clipped_step_[j];
    }
  }

  NullSpaceStepOf<Number> step_;
  VectorOf<Number> low_, high_ = low_, clipped_step_ = low_, added_ = low_;
  Number cap_scale_ = 1;
  MaskOf<Number> is_clipped_ = false;
};

}  // namespace ik
