#pragma once
#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sim/why/finding.h"

namespace sim::why {

/// What a run does and why, the changes that were tried, and what to do about it.
struct Verdict {
  Cause cause = Cause::Following;
  std::vector<std::string> who = {};  ///< effectors, joints, a parameter's key, a method
  std::string sentence = {};          ///< without a full stop
  std::string advice = {};            ///< what to do and what the trial of it showed; may be empty

  Observation seen = {};  ///< of the window

  struct Tried {
    std::string change = {};
    double error_before = 0, error_after = 0;              ///< mean total error, scene units
    double oscillation_before = 0, oscillation_after = 0;  ///< mean, rad/step²
  };
  std::vector<Tried> tried = {};             ///< in the order of the trials
  int chosen = -1;                           ///< the index of the advice in it; -1: none
  std::vector<Command> remedy = {};          ///< carry out the advice; empty if it does not help
  std::optional<Eigen::VectorXd> pose = {};  ///< n: reaches the goals, or comes nearest
};

/// Finds the verdict on one moment of a run by experiments on copies. It can be advanced in slices
/// of any size; the verdict does not depend on them. Deterministic.
class Inquiry {
 public:
  /// window: the last steps of that run, up to now.
  Inquiry(const Simulation& simulation, int serial, const Window& window);

  /// Works until the budget, in units of 0.25 us, is used up. It may overrun by a step of a trial
  /// or search, which the next calls make up for. Returns whether there is a verdict.
  bool advance(double budget);
  bool done() const { return verdict_.has_value(); }
  const std::optional<Verdict>& verdict() const { return verdict_; }
  /// Returns the verdict without advice once the cause is known, while advice is still being tried.
  const std::optional<Verdict>& so_far() const { return so_far_; }

 private:
  void decide();
  void list_tried(const Advice& advice, Verdict& verdict);

  Experiments experiments_;
  std::optional<Finding> finding_;
  std::optional<Verdict> so_far_, verdict_;
  double balance_ = 0;  // units of work that are left; below 0: overrun
};

}  // namespace sim::why
