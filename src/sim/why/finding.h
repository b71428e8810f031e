#pragma once
#include <Eigen/Core>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/why/experiments.h"

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

struct Finding {
  Cause cause = Cause::Following;
  std::vector<std::string> who = {};  ///< effectors, joints, a parameter's key, a method
  int effector = -1;                  ///< if it is one's, its goal
  int joint = -1;                     ///< likewise
  bool together = false;              ///< of shaking: each target can be reached, not all at once
  bool arriving = false;              ///< of Following: not there yet, but it will be
};

/// Tries the causes in their order, see diagnosis.md. Throws NotKnownYet until all is known.
Finding find_cause(Experiments& experiments);

/// A change that was tried against a cause, and what it led to.
struct Advice {
  Change change = {};               ///< without commands: nothing is to be done, or nothing helps
  bool helps = false;               ///< whether the trial shows that it does
  Outcome before = {}, after = {};  ///< of trials of one length, without it and with it
  bool brief = false;               ///< only the first steps were tried
  std::optional<Eigen::VectorXd> pose = {};  ///< n: a pose that reaches the goals, or the nearest
};

/// Tries what usually helps against a cause, and returns the first change that helps and does no
/// harm; if none does, the best of them. Throws NotKnownYet until all is known.
Advice find_advice(Experiments& experiments, const Finding& finding);

// Judgements of a change, compared with none.

/// It brings the effectors to their targets, or much nearer than without it. To targets at rest,
/// and where they come to them anyway, sooner counts as well.
bool cures(const Outcome& after, const Outcome& unchanged);
bool cured(const Observation& now, const Observation& unchanged);
/// Returns whether the shaking that was seen, and that goes on without the change, has ended.
bool calmed(const Observation& now, const Observation& unchanged, const Observation& seen);
/// Returns the worst of a longer time without a change if the shaking that was seen ends but comes
/// back with the moving targets; null otherwise.
const Observation* recurrence(Experiments& e);
/// Returns whether a change ends the shaking; where that ends anyway, whether it ends sooner or
/// does not come back.
bool calms(Experiments& e, const Change& change);
/// Returns whether the first steps do not rule the change out: the error falls by a twentieth.
bool may_help(const Observation& soon, const Observation& unchanged, bool shaking);

bool can_move(Experiments& e);
/// Setup::weights with which these goals alone count.
std::vector<double> only(const ik::Skeleton& skeleton, const std::vector<int>& goals);
/// Parameters that a run has, and that have an effect now.
bool acts(const Run& run, std::string_view key);
/// "λ 0.3 → 0.42": a change of one parameter of the run or of the world.
Change set(const Simulation& simulation, std::string_view key, double value);
/// Returns a change that switches all gains of null-space objectives off, or one.
Change without_objectives(const Run& run);
std::vector<std::string_view> gains_at_work(const Run& run);
/// Another method with the clamps of this one.
Change choose(const Run& run, std::string_view method, double lambda = 0);

/// Returns the name of the effector that a goal belongs to; name_of as a sentence has it, "effector
/// 5" of "5".
const std::string& effector_of(const ik::Skeleton& skeleton, int goal);
std::string name_of(const ik::Skeleton& skeleton, int goal);
/// The goals of the effector that goal i belongs to, itself too.
std::vector<int> goals_of(const ik::Skeleton& skeleton, int i);

}  // namespace sim::why
