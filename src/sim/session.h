#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "sim/commands/command.h"
#include "sim/timeline/timeline.h"

namespace sim {

/// When steps are due: at speed 1, steps_per_second in a second of wall time.
struct Clock {
  static constexpr double steps_per_second = 60;
  static constexpr double min_speed = 1.0 / 20, max_speed = 10;

  bool paused = false;
  bool backwards = false;
  double speed = 1;

  /// Returns the whole steps due after `seconds` more, at most max_steps; a fraction is carried
  /// over.
  int steps_due(double seconds, int max_steps = 64);

 private:
  double due_ = 0;
};

/// A timeline with a clock and a command queue: what the window drives.
class Session {
 public:
  explicit Session(Simulation simulation) : timeline_(std::move(simulation)) {}

  /// Queues a command, for the run that is selected when it is executed.
  void post(Command command) { queue_.push_back(std::move(command)); }
  /// Executes these commands at their ticks, unless time is turned back.
  void play(std::vector<LoggedCommand> commands);

  // Set what is called after each forward step and after a jump in time.
  void on_step(std::function<void(const Simulation&)> observer) { observer_ = std::move(observer); }
  void on_jump(std::function<void()> observer) { jump_observer_ = std::move(observer); }

  /// Executes commands, then the steps due after `seconds` of wall time, backwards or forwards.
  /// After the first step it stops once `time_budget` seconds have passed: an expensive scene runs
  /// slowly, the window does not.
  void advance(double seconds, double time_budget = std::numeric_limits<double>::infinity());

  const Simulation& simulation() const { return timeline_.simulation(); }
  const Timeline& timeline() const { return timeline_; }
  /// Adds a verdict about the selected run, in the present.
  void set_verdict(std::shared_ptr<const why::Verdict> verdict) {
    timeline_.set_verdict(simulation().run().serial, std::move(verdict));
  }
  const History& history() const { return timeline_.history(simulation().run().serial); }
  const Clock& clock() const { return clock_; }
  int steps_last_frame() const { return steps_last_frame_; }
  /// Returns the error messages of commands refused since the last call.
  std::vector<std::string> take_messages();

 private:
  using Wall = std::chrono::steady_clock;

  void run_commands();
  void make_steps(double seconds, Wall::time_point begin, double time_budget);
  void follow_script();
  void execute(const Command& command);
  void jump(int64_t tick);

  Timeline timeline_;
  Clock clock_;
  std::deque<Command> queue_;
  std::deque<LoggedCommand> script_;
  std::vector<std::string> messages_;
  int single_steps_ = 0, steps_last_frame_ = 0;
  std::function<void(const Simulation&)> observer_;
  std::function<void()> jump_observer_;
};

/// A simulation with commands to execute at given steps: a session without a window.
class Playback {
 public:
  /// keeps_run: the run selected at the start stays selected, whatever commands add or remove.
  Playback(Simulation& simulation, std::vector<LoggedCommand> commands, bool keeps_run = true)
      : simulation_(simulation), commands_(std::move(commands)), keeps_run_(keeps_run) {
    simulation_.enable_undo();
    first_ = simulation_.run().serial;
  }
  /// Executes the commands that are due and makes a step. Throws base::Error if one is refused.
  void step() {
    for (; next_ < commands_.size() && commands_[next_].tick <= tick_; ++next_) {
      const LoggedCommand& due = commands_[next_];
      try {
        simulation_.apply(due.command, due.run_serial);
      } catch (const base::Error& refusal) {
        throw base::Error(due.error_message(refusal.what()));
      }
      if (keeps_run_) simulation_.apply(SelectRun{first_});
    }
    simulation_.step();
    ++tick_;
  }

 private:
  Simulation& simulation_;
  std::vector<LoggedCommand> commands_;
  bool keeps_run_;
  int first_ = 0;
  size_t next_ = 0;
  int64_t tick_ = 0;
};

}  // namespace sim
