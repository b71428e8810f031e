#pragma once
#include <limits>

#include "ik/linalg/null_space.h"
#include "ik/methods/method.h"

namespace ik {

/// dtheta += P phi for methods with NullSpace::Added: what is left of phi moves no effector (B §4).
/// So P is that of the effectors' Jacobian, whichever the method is given, and the step stays
/// within the limits where the method's own does.
template <class Number>
class NullSpaceAddition {
 public:
  explicit NullSpaceAddition(const Skeleton& skeleton)
      : step_(skeleton.rows(), skeleton.joints()),
        low_(skeleton.joints()),
        high_(skeleton.joints()),
        stop_(skeleton.joints()),
        added_(skeleton.joints()) {}

  void reset() { step_.reset(); }

  /// known: the SVD of J_usual, if the method made it. has_limits: whether any are to be kept.
  /// Returns whether a limit cut the method's own step.
  MaskOf<Number> add(const ProblemOf<Number>& problem, bool has_limits, const SvdOf<Number>* known,
                     VectorOf<Number>& dtheta) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    MaskOf<Number> cut = false;
    if (has_limits) {
      cut = find_room(problem, dtheta);
    } else {
      low_.setConstant(-infinity);
      high_.setConstant(infinity);
    }
    added_.setZero();
    step_.add(problem.skeleton, problem.J_usual, problem.phi, low_, high_, added_, known);
    cut_ = any(cut);
    dtheta += added_;
    return cut;
  }

  /// Where a limit cuts the method's own step, the joint moves from there by what was added: dtheta
  /// as add() left it is what was asked for.
  void keep_limits(VectorOf<Number>& dtheta) const {
    if (!cut_) return;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j)
      dtheta[j] = select(added_[j] == 0, dtheta[j], stop_[j] + added_[j]);
  }

 private:
  /// The room from where caps and limits will let the method's own step go, and stop_: that step,
  /// not beyond a limit.
  MaskOf<Number> find_room(const ProblemOf<Number>& problem, const VectorOf<Number>& dtheta) {
    low_ = problem.lower - problem.pose.theta;
    high_ = problem.upper - problem.pose.theta;
    problem.to_q(low_);
    problem.to_q(high_);
    const Number ratio = step_ratio(dtheta, problem.inverse_cap),
                 share = select(ratio > 1, 1 / ratio, Number(1));
    MaskOf<Number> cut = false;
    for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
      const Number own = share * dtheta[j], end = min(max(own, low_[j]), high_[j]);
      const MaskOf<Number> beyond = !(end == own);
      stop_[j] = select(beyond, end / share, dtheta[j]);
      cut |= beyond;
      low_[j] -= end;
      high_[j] -= end;
    }
    return cut;
  }

  NullSpaceStepOf<Number> step_;
  VectorOf<Number> low_, high_, stop_, added_;
  bool cut_ = false;
};

}  // namespace ik
