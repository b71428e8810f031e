#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "sim/commands/command.h"
#include "sim/simulation.h"
#include "sim/why/window.h"

namespace sim::why {

/// Something that could be changed, as the user would change it.
struct Change {
  std::string text = {};               ///< "λ 0.3 → 0.42"; no two changes have the same
  std::vector<Command> commands = {};  ///< empty: no change, but for free_limits_of
  int free_limits_of = -1;  ///< a joint that loses its limits, for which there is no command
};

/// Returns the estimated time of the last step of the selected run, in units of 0.25 us.
double step_cost(const Simulation& simulation);

/// The observations of a trial in the steps before step Trial::soon, before step Trial::late, and,
/// in a long trial, in consecutive windows after that.
struct Outcome {
  Observation soon, late;
  std::vector<Observation> later = {};
  /// Returns `soon` if at_once, as where the effectors reach their targets anyway; else `late`.
  const Observation& shown(bool at_once) const { return at_once ? soon : late; }
  /// Returns the one of `later` with the strongest shaking.
  const Observation& worst() const;
};

/// A counterfactual: a copy of the simulation with one change, run for some steps.
class Trial {
 public:
  static constexpr int soon = 100, late = 400, later = 1200;  ///< steps

  /// `start` has one run. If the body refuses a command, the trial makes no steps.
  Trial(const Simulation& start, const Change& change);
  /// Steps until the budget, in units of 0.25 us, is used up or `until` steps have been made, one
  /// of the three numbers above.
  void advance(double& budget, int until);
  int made() const { return made_; }
  bool refused() const { return refused_; }
  /// Returns what the steps made so far have shown.
  const Outcome& outcome() const { return outcome_; }

 private:
  Simulation simulation_;
  Window window_;
  Outcome outcome_;
  int made_ = 0;
  bool refused_ = false;
};

}  // namespace sim::why
