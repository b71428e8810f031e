#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/command.h"
#include "sim/simulation.h"

namespace sim {

/// When steps are due. At speed 1 there are steps_per_second of them in a second of the wall.
struct Clock {
  static constexpr double steps_per_second = 60;
  static constexpr double min_speed = 1.0 / 20, max_speed = 10;

  bool paused = false;
  double speed = 1;

  /// Whole steps due after `seconds` more; what is left over counts next time. At most
  /// max_steps: a machine that cannot keep up slows the simulation, not the frame.
  int steps_due(double seconds, int max_steps = 64);

 private:
  double due_ = 0;
};

/// A simulation with a clock and the queue of commands: what a window drives.
class Session {
 public:
  static constexpr int history_steps = 36000;  ///< ten minutes at speed 1

  explicit Session(std::shared_ptr<const Scene> scene);

  void post(Command command) { queue_.push_back(std::move(command)); }

  /// Called after each step.
  void on_step(std::function<void(const Simulation&)> observer) { observer_ = std::move(observer); }

  /// Commands, then the steps due after `seconds` of wall time.
  void advance(double seconds);

  const Simulation& simulation() const { return simulation_; }
  /// For the options of a command line, before the first step.
  Simulation& setup() { return simulation_; }
  const Clock& clock() const { return clock_; }
  int steps_last_frame() const { return steps_last_frame_; }
  /// Refusals of commands since the last call, a sentence each.
  std::vector<std::string> take_messages();

 private:
  void run_commands();

  Simulation simulation_;
  Clock clock_;
  std::deque<Command> queue_;
  std::vector<std::string> messages_;
  int single_steps_ = 0, steps_last_frame_ = 0;
  std::function<void(const Simulation&)> observer_;
};

}  // namespace sim
