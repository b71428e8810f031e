#pragma once
#include <utility>
#include <vector>

#include "base/error.h"
#include "sim/timeline/timeline.h"

namespace sim {

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
        simulation_.apply(due.command, due.run);
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
