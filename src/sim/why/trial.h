#pragma once
#include <Eigen/Core>
#include <memory>
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

/// The body a joint of which has no limits, nor have those that follow it.
std::shared_ptr<const ik::Skeleton> without_limits_of(const ik::Skeleton& skeleton, int joint);

/// What a trial has shown: soon, and after a longer while.
struct Outcome {
  Observation soon, late;
  /// Which of them tells more: soon where the effectors get to their targets anyway.
  const Observation& shown(bool at_once) const { return at_once ? soon : late; }
};

/// A counterfactual: a copy of the simulation with one change, run for some steps.
class Trial {
 public:
  static constexpr int steps = 400, soon = 100;

  /// start: with one run. Commands that the body refuses make a trial without steps.
  Trial(const Simulation& start, const Change& change);
  /// Works until the budget, in units of a quarter of a microsecond, is used up or all steps are
  /// made.
  void advance(double& budget);
  bool done() const { return made_ >= steps; }
  bool refused() const { return refused_; }
  /// What its last steps have shown, and those before step `soon`.
  Outcome outcome() const { return {soon_, window_.observation()}; }
  const Simulation& simulation() const { return simulation_; }

 private:
  Simulation simulation_;
  Window window_;
  Observation soon_;
  int made_ = 0;
  bool refused_ = false;
  double units_ = 1;  // of a step
};

}  // namespace sim::why
