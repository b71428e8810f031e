#pragma once
#include <limits>
#include <string>
#include <vector>

#include "ik/methods/method.h"
#include "lab/experiment.h"
#include "lab/mapping.h"

namespace lab {

/// A method at its best on a scene: with the λ and D_max, or other parameters of its own, that give
/// it the least error without shaking.
struct Candidate {
  const ik::MethodInfo* method = nullptr;
  std::string refusal = {};   ///< why it cannot run on this body, or never is calm; else empty
  std::string setting = {};   ///< "lambda 0.28, dmax 0.12"
  std::string options = {};   ///< " --set lambda=0.28 --set dmax=0.12"
  sim::Summary summary = {};  ///< with that setting
  double outside = 0;         ///< how far a joint went beyond its limits, rad or scales of the body
  std::string behaviour = {};              ///< the diagnosis at the end
  std::vector<std::string> failures = {};  ///< of the demands, a sentence each
  bool unbeaten = false;  ///< no other one that meets the demands is better in error, calm and time
  std::string reason = {};  ///< why it has its rank
  /// In what it is worst, beside the best in that which meets the demands.
  std::string weakness = {};

  double us() const { return 1e-3 * summary.step_ns_median; }
  bool meets() const { return refusal.empty() && failures.empty(); }
};

/// A method is chosen if it oscillates by MapOptions::most_oscillation at most, and by these.
struct ChooseOptions : MapOptions {
  std::vector<std::string> methods = {};                     ///< empty: all
  double most_us = std::numeric_limits<double>::infinity();  ///< of a step, median
  bool keeps_limits = false;
  std::string html = {};
  bool json = false;
};

/// Tunes and measures each method. Returns those that meet the demands first, by their error, then
/// the others, then those that cannot run.
std::vector<Candidate> candidates(const ChooseOptions& options);

/// Returns the command line that makes the same choice.
std::string choose_command(const ChooseOptions& options);

/// Returns the choice as a page of its own, with its picture, table and data.
std::string choice_page(const ChooseOptions& options, const sim::Scene& scene,
                        const std::vector<Candidate>& all, const std::string& data);

}  // namespace lab
