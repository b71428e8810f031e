#pragma once
#include <memory>
#include <optional>

#include "sim/simulation.h"
#include "sweep/background.h"
#include "sweep/choose/candidate.h"

namespace sweep {

/// Measures methods one after the other, in the background, and ranks them.
class Chooser {
 public:
  explicit Chooser(std::unique_ptr<jobs::Workers> for_cells = jobs::threads(),
                   CellComputerFactory make_computer = make_cell_runner,
                   std::unique_ptr<jobs::Workers> for_others = jobs::threads())
      : background_(std::move(for_cells), std::move(make_computer), std::move(for_others)) {}

  /// Starts over with the first run of a simulation that has not made a step.
  void begin(sim::Simulation simulation, ChoiceRequest request);
  /// Continues; call it often, such as once a frame. Returns whether there is more to do.
  bool advance();
  /// Stops, and keeps what has been measured.
  void stop();
  void forget();  ///< stops and empties choice()
  bool busy() const { return work_.has_value(); }
  const Choice& choice() const { return choice_; }

 private:
  jobs::Slices measure_all();
  jobs::Slices measure_following(const sim::Simulation& simulation, Candidate& one);
  jobs::Slices measure_solving(const sim::Simulation& simulation, Candidate& one);

  Background background_;
  std::optional<sim::Simulation> start_;
  Choice choice_;
  std::optional<jobs::Slices> work_;  // last: it refers to the others
};

}  // namespace sweep
