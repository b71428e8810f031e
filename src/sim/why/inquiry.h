#pragma once
#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sim/why/finding.h"

namespace sim::why {

/// Why a run does what it does, how that was found out, and what to do about it.
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
  std::vector<Tried> tried = {};             ///< in the order in which it was
  int chosen = -1;                           ///< which of them the advice is; -1: there is none
  std::vector<Command> remedy = {};          ///< carries the advice out; empty: it does not help
  std::optional<Eigen::VectorXd> pose = {};  ///< n: one that reaches the goals, or the nearest
};

/// Finds the verdict on one moment of a run by experiments on copies. It can be advanced in slices
/// of any size; the verdict does not depend on them. Deterministic.
class Inquiry {
 public:
  /// window: of that run of the simulation, up to its last step.
  Inquiry(const Simulation& simulation, int serial, const Window& window);

  /// Works until the budget, in units of a quarter of a microsecond, is used up, and a step of a
  /// trial or search more, which the next calls make up for. Returns whether there is a verdict.
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
  double balance_ = 0;  // units that may be used now
};

}  // namespace sim::why
