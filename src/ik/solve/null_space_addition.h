#pragma once

#include "ik/linalg/null_space.h"
#include "ik/methods/method.h"

namespace ik {

/// dtheta += P phi for methods with NullSpace::Added: what is left of phi moves no effector (B §4).
/// P therefore belongs to the effectors' Jacobian, whichever the method is given, and the step
/// stays within the limits where the method's own does.
template <class Number>
class NullSpaceAddition {
 public:
  explicit NullSpaceAddition(const Skeleton& skeleton)
      : step_(skeleton.rows(), skeleton.joints()),
        low_(VectorOf<Number>::Zero(skeleton.joints())) {}

  /// known: the SVD of J_usual, if the method made it. Returns whether a limit cut the method's own
  /// step.
  MaskOf<Number> add(const ProblemOf<Number>& problem, const SvdOf<Number>* known,
                     VectorOf<Number>& dtheta) {
    compute_bounds(problem, dtheta);
    added_.setZero();
    step_.add(problem.skeleton, problem.J_usual, problem.phi, low_, high_, added_, known);
    dtheta += added_;
    return is_clipped_;
  }

  /// Where a limit cut the method's own step, dtheta becomes what caps and limits leave of that
  /// step, and what was added, scaled alike. Returns whether the caps scaled it.
  MaskOf<Number> clip_to_limits(VectorOf<Number>& dtheta) const {
    constexpr double rounding = 1e-12;
    if (!any(is_clipped_)) return false;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j)
      dtheta[j] = select(is_clipped_, clipped_step_[j] + cap_scale_ * added_[j], dtheta[j]);
    return is_clipped_ & (cap_scale_ < 1 - rounding);
  }

 private:
  /// The room from clipped_step_, which is where caps and limits let the method's own step go.
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
