#pragma once
#include <cstddef>
#include <iterator>
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

/// The names in files and in the laboratory, in the order of the causes.
constexpr std::string_view cause_words[] = {
    "nothing-moves",
    "objective",
    "gain",
    "shaking:limits",
    "shaking:out-of-reach",
    "shaking:singular",
    "obstacle",
    "tracking",
    "following",
    "held",
    "limits",
    "out-of-reach",
    "too-few-joints",
    "orientation",
    "conflict",
    "stuck",
    "step-clamp",
    "error-clamp",
    "damping",
    "slow-method",
    "lag",
};
static_assert(std::size(cause_words) == static_cast<size_t>(Cause::Lag) + 1);
/// Returns such a name: "shaking:limits".
constexpr std::string_view word(Cause cause) { return cause_words[static_cast<size_t>(cause)]; }
/// Returns whether nothing is wrong.
inline bool is_fine(Cause cause) { return cause == Cause::Tracking || cause == Cause::Following; }

}  // namespace sim::why
