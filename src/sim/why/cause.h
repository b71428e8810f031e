#pragma once
#include <string_view>

namespace sim::why {

/// Why effectors do not follow their targets, or that they do. Their order is that in which they
/// are tried (diagnosis.md): of two that hold, the first is the cause.
enum class Cause {
  NothingMoves,
  Objective,
  Gain,
  ShakingLimits,
  ShakingOutOfReach,
  ShakingSingular,
  Obstacle,
  Tracking,
  Following,
  Held,
  Limits,
  OutOfReach,
  TooFewJoints,
  Orientation,
  Conflict,
  Stuck,
  StepClamp,
  ErrorClamp,
  Damping,
  SlowMethod,
  Lag,
};

/// Returns the name in files and in the laboratory: "shaking:limits".
std::string_view word(Cause cause);
/// Returns whether nothing is wrong.
inline bool is_fine(Cause cause) { return cause == Cause::Tracking || cause == Cause::Following; }

}  // namespace sim::why
