#pragma once
#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sim/why/finding.h"

namespace sim::why {

/// What to do about a cause, as it was tried.
struct Advice {
  Change change = {};  ///< without commands: nothing is to be done, or nothing helps
  bool helps = false;  ///< whether the trial shows that it does
  Outcome after = {};  ///< of the trial
  std::optional<Eigen::VectorXd> pose = {};  ///< n: a pose that reaches the goals, or the nearest
};

/// Tries what usually helps against a cause, and returns the first change that helps and does no
/// harm; if none does, the best of them. Throws NotKnownYet until all have been tried that it
/// takes.
Advice find_advice(Experiments& experiments, const Finding& finding);

/// Whether a change is what a cause asks for: the effectors come to their targets, the shaking
/// ends, no link is in an obstacle.
bool helps(Experiments& experiments, Cause cause, const Outcome& after);

}  // namespace sim::why
