#pragma once
#include <Eigen/Core>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/why/experiments.h"

namespace sim::why {

/// Why effectors do not follow their targets, or that they do. find_cause() defines the order in
/// which the causes are tried (diagnosis.md); the first that holds is found.
enum class Cause {
  NothingMoves,
  Objective,
  StepSize,  ///< the step size alpha of the transpose is too large: the body shakes
  ShakingLimits,
  ShakingOutOfReach,
  ShakingSingular,
  Obstacle,
  OnTarget,   ///< effectors are on target in at least 90 % of the steps
  Following,  ///< targets move and errors are <= 3 tolerances, or the body still approaches
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
/// Returns a cause's name: "shaking:limits".
constexpr std::string_view word(Cause cause) { return cause_words[static_cast<size_t>(cause)]; }
/// Returns whether nothing is wrong.
inline bool is_fine(Cause cause) { return cause == Cause::OnTarget || cause == Cause::Following; }

struct Finding {
  Cause cause = Cause::Following;
  std::vector<std::string> who = {};  ///< effectors, joints, a parameter's key, a method
  int effector = -1;                  ///< the goal of an effector that the cause is about
  int joint = -1;                     ///< a joint that it is about
  bool targets_conflict = false;      ///< of shaking: targets can be reached, but not all at once
  bool arriving = false;              ///< of Following: the body still approaches its targets
};

/// Finds the cause by experiments, see diagnosis.md. Throws NotKnownYet until all is known.
Finding find_cause(Experiments& experiments);

/// A change that was tried against a cause, and what it led to.
struct Advice {
  Change change = {};                        ///< without commands: there is nothing to try
  bool helps = false;                        ///< whether the trial shows that it helps
  Outcome before = {}, after = {};           ///< of equally long trials without and with the change
  bool brief = false;                        ///< only the first steps were tried
  std::optional<Eigen::VectorXd> pose = {};  ///< n: a pose that reaches the goals, or the nearest
};

/// Tries what usually helps against a cause, and returns the first change that helps and does no
/// harm; if none does, the best of them. Throws NotKnownYet until all is known.
Advice find_advice(Experiments& experiments, const Finding& finding);

// Judgements of a change. `unchanged` is the trial without it, `seen` what the run showed.

/// Returns whether is_cured() holds late in the trial with the change; if the targets rest, or are
/// reached anyway, it may also hold early.
bool cures(const Outcome& after, const Outcome& unchanged);
/// Returns whether the largest error is below a third of that without the change, and either is at
/// most 3 tolerances or the effectors are on target; false if they are without the change too.
bool is_cured(const Observation& now, const Observation& unchanged);
/// Returns whether the oscillation that was seen, and that goes on without the change, has fallen
/// below a tenth and no longer shakes.
bool oscillation_stopped(const Observation& now, const Observation& unchanged,
                         const Observation& seen);
/// Returns the worst observation of a long trial without a change if the shaking that was seen ends
/// but comes back with the moving targets; null otherwise.
const Observation* recurrence(Experiments& e);
/// Returns whether a change ends the shaking; if that ends anyway, whether it ends sooner or does
/// not come back.
bool stops_oscillation(Experiments& e, const Change& change);
/// Returns whether the first steps do not rule the change out: the error falls by 5 %; for shaking,
/// the oscillation stops or falls by 20 %.
bool may_help(const Observation& soon, const Observation& unchanged, bool shaking);

/// Returns whether a joint that is neither held nor fixed by its limits moves an effector.
bool can_move(Experiments& e);
/// Returns Setup::weights with which only these goals count.
std::vector<double> weights_for(const ik::Skeleton& skeleton, const std::vector<int>& goals);
/// Returns whether the run has this parameter, and it has an effect now.
bool has_effect(const Run& run, std::string_view key);
/// Returns a change of one parameter of the run or of the world: "λ 0.3 → 0.42".
Change parameter_change(const Simulation& simulation, std::string_view key, double value);
/// Returns a change that switches all null-space objectives off.
Change without_objectives(const Run& run);
/// Returns the keys of the gains of null-space objectives that are above 0.
std::vector<std::string_view> active_gains(const Run& run);
/// Returns a change to another method that keeps the clamps of this one; lambda 0: its own.
Change method_change(const Run& run, std::string_view method, double lambda = 0);

/// Returns the name of the effector that a goal belongs to; name_of() as it stands in a sentence,
/// "effector 5" for "5".
const std::string& effector_name(const ik::Skeleton& skeleton, int goal);
std::string name_of(const ik::Skeleton& skeleton, int goal);
/// Returns all goals of the effector that goal i belongs to, including i.
std::vector<int> goals_of(const ik::Skeleton& skeleton, int i);

}  // namespace sim::why
