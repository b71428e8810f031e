#pragma once
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ik/methods/method.h"
#include "sim/metrics/measurement.h"
#include "sim/scene.h"
#include "sweep/choose/tuning.h"
#include "sweep/solves.h"

namespace sweep {

struct ChoiceRequest {
  std::vector<const ik::MethodInfo*> methods = {};  ///< empty: all
  std::vector<const ik::MethodInfo*> all_methods() const {
    return methods.empty() ? ik::methods() : methods;
  }
  bool solves = false;  ///< methods solve for poses (ik/search) instead of following moving targets
  double most_us = std::numeric_limits<double>::infinity();  ///< limit of the median step or solve
  bool keeps_limits = false;                                 ///< no joint goes beyond its limits

  // Of following:
  double most_oscillation = sim::shaking;  ///< mean, rad/step²
  int64_t steps = 600, warmup = 120;

  // Of solving, from the start pose to targets met by random poses:
  int poses = 1000;
  uint64_t seed = 1;
  double tolerance = 1e-6;  ///< m (scene units where the scene names no unit) and rad
  int updates = 500, restarts = 0;
};

/// A method at its best on a scene. To follow, it has the λ and D_max, or other parameters of its
/// own, that give it the least error without shaking; to solve, the settings of ik::for_solving().
struct Candidate {
  const ik::MethodInfo* method = nullptr;
  std::string refusal = {};  ///< why it cannot run here or every setting shakes; else empty
  KeysAndTexts settings = {};
  KeysAndTexts tuned = {};    ///< the settings that tuning chose
  sim::Summary summary = {};  ///< of following
  double outside = 0;         ///< how far a joint went beyond its limits, rad or scales of the body
  std::optional<SolveSummary> solves = {};  ///< of solving
  std::string behaviour = {};               ///< the diagnosis at the end, or how searches failed
  std::vector<std::string> failures = {};   ///< the demands that it fails, a sentence each
  bool unbeaten = false;    ///< no other one that meets the demands is better in all properties
  std::string reason = {};  ///< why it has its rank
  /// The property in which it is worst relative to the best that meets the demands.
  std::string weakness = {};

  double median_us() const { return solves ? solves->median_us : 1e-3 * summary.step_ns_median; }
  bool meets_demands() const { return refusal.empty() && failures.empty(); }
};

/// The methods, as far as they have been measured: those that meet the demands first, by their
/// rank, then the others, then those that cannot run.
struct Choice {
  ChoiceRequest request = {};
  std::shared_ptr<const sim::Scene> scene = {};  ///< null: nothing was begun
  std::vector<Candidate> candidates = {};
  std::string at_work = {};  ///< the title of the method being measured; empty: none
  double progress = 0;       ///< 0 to 1

  /// Returns the best candidate, or null if none meets the demands.
  const Candidate* first() const {
    return !candidates.empty() && candidates.front().meets_demands() ? &candidates.front()
                                                                     : nullptr;
  }
};

/// Checks the demands, ranks, and gives reasons (docs/lab.md, "Which method"). Followers are
/// ranked by their mean error, where errors are equal within 2 % by their oscillation, then by the
/// largest error; solvers by how often they reach the targets, where intervals overlap by their
/// updates; what is still equal by MethodInfo::cost, since times would rank otherwise on another
/// machine.
void rank_candidates(Choice& choice);

}  // namespace sweep
