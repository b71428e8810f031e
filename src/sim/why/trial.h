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
  std::vector<Command> commands = {};  ///< none: nothing is changed
  int free_limits_of = -1;             ///< a joint whose limits alone are taken away: no command
};

/// About what the last step of a simulation's run took, in units of a quarter of a microsecond.
double step_units(const Simulation& simulation);

/// The result of a trial: soon, later, and, if targets move, much later.
struct Outcome {
  Observation soon, late;
  std::vector<Observation> later = {};
  /// Returns the more telling of the two: `soon` if the effectors reach their targets anyway.
  const Observation& shown(bool at_once) const { return at_once ? soon : late; }
  /// Returns the one of `later` in which it shook most.
  const Observation& worst() const;
};

/// A counterfactual: a copy of the simulation with one change, run for some steps.
class Trial {
 public:
  static constexpr int soon = 100, late = 400, later = 1200;  ///< steps

  /// start: with one run. Commands that the body refuses make a trial without steps.
  Trial(const Simulation& start, const Change& change);
  /// Works until the budget, in units of a quarter of a microsecond, is used up or it has made
  /// `until` steps, one of the three numbers.
  void advance(double& budget, int until);
  int made() const { return made_; }
  bool refused() const { return refused_; }
  /// Returns what the last steps have shown, and those before step `soon`, so far.
  const Outcome& outcome() const { return outcome_; }

 private:
  Simulation simulation_;
  Window window_;
  Outcome outcome_;
  int made_ = 0;
  bool refused_ = false;
};

}  // namespace sim::why
