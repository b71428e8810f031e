#pragma once
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ik/registry.h"
#include "sim/diagnosis.h"
#include "sim/measures.h"
#include "sim/simulation.h"

namespace lab {

/// The two numbers that decide a claim, each with a word on what it is, and whether it holds.
struct Verdict {
  std::string first, second;
  bool holds;
};

/// Something that a paper says it saw, decided by running the scenes. Its file adds itself with an
/// ik::Registered<Claim>.
struct Claim {
  static constexpr std::string_view kind = "claim";
  std::string_view name;  ///< of the row: "3", "9a"
  int rank;               ///< place in the table
  std::string_view says;  ///< the claim, one sentence
  std::string_view source;
  std::function<Verdict()> decide;
  std::string_view note = {};  ///< why it does not hold here, if it does not
};

/// A run for a claim: a scene with a method and settings as a user types them.
struct Trial {
  std::string scene, method;
  std::vector<std::pair<std::string, std::string>> set = {};

  Trial with(std::string_view key, double value) const;
  Trial with(std::string_view key, std::string_view text) const;
  std::unique_ptr<sim::Simulation> start() const;
  /// The measures of `steps` steps after a fifth as many. Fewer decide nothing.
  sim::Measures::Summary measure() const;
  static inline int steps = 2000;
};

using sim::shaking;

/// The same trial for `count` values of a parameter, evenly spaced on its logarithm.
struct Sweep {
  std::vector<double> values;
  std::vector<sim::Measures::Summary> measured;
  /// Of those that shake no more than `oscillation`; values.size() if there is none.
  size_t least_error(double oscillation = std::numeric_limits<double>::infinity()) const;
  /// The first value from which on none shakes; values.size() if there is none.
  size_t first_quiet() const;
};
Sweep sweep(const Trial& trial, std::string_view key, double from, double to, int count);

/// lambda from far too small to far too large.
Sweep lambdas(const Trial& trial);
/// Of DLS on the double-Y; several claims ask for it, and it is measured but once.
const Sweep& dls_lambdas();

}  // namespace lab
