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
    find_room(problem, dtheta);
    added_.setZero();
    step_.add(problem.skeleton, problem.J_usual, problem.phi, low_, high_, added_, known);
    dtheta += added_;
    return cut_;
  }

  /// Where a limit cut the method's own step, dtheta becomes what caps and limits leave of that
  /// step, and what was added, scaled alike. Returns whether the caps scaled it.
  MaskOf<Number> keep_limits(VectorOf<Number>& dtheta) const {
    constexpr double rounding = 1e-12;
    if (!any(cut_)) return false;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j)
      dtheta[j] = select(cut_, end_[j] + share_ * added_[j], dtheta[j]);
    return cut_ & (share_ < 1 - rounding);
  }

 private:
  /// The room from end_, which is where caps and limits let the method's own step go.
  void find_room(const ProblemOf<Number>& problem, const VectorOf<Number>& dtheta) {
    problem.find_bounds(low_, high_);
    cut_ = false;
    const Number ratio = step_ratio(dtheta, problem.inverse_cap);
    share_ = select(ratio > 1, 1 / ratio, Number(1));
    for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
      const Number own = share_ * dtheta[j];
      end_[j] = min(max(own, low_[j]), high_[j]);
      cut_ |= !(end_[j] == own);
      low_[j] -= end_[j];
      high_[j] -= end_[j];
    }
  }

  NullSpaceStepOf<Number> step_;
  VectorOf<Number> low_, high_ = low_, end_ = low_, added_ = low_;
  Number share_ = 1;
  MaskOf<Number> cut_ = false;
};

}  // namespace ik
