#pragma once
#include <Eigen/Core>
#include <optional>

#include "sim/why/finding.h"

namespace sim::why {

/// A change that was tried against a cause, and what it led to.
struct Advice {
  Change change = {};  ///< without commands: nothing is to be done, or nothing helps
  bool helps = false;  ///< whether the trial shows that it does
  bool lasts = false;  ///< likewise, for longer
  Outcome after = {};  ///< of the trial
  std::optional<Eigen::VectorXd> pose = {};  ///< n: a pose that reaches the goals, or the nearest
};

/// Tries what usually helps against a cause, and returns the first change that helps and does no
/// harm; if none does, the best of them. Throws NotKnownYet until all have been tried that it
/// takes.
Advice find_advice(Experiments& experiments, const Finding& finding);

}  // namespace sim::why
