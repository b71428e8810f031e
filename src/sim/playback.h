#pragma once
#include <utility>
#include <vector>

#include "ik/error.h"
#include "sim/timeline.h"

namespace sim {

/// A simulation that is given commands when their time comes: a session without a window.
class Playback {
 public:
  Playback(Simulation& simulation, std::vector<LoggedCommand> commands)
      : simulation_(simulation), commands_(std::move(commands)) {
    simulation_.keep_changes();
    first_ = simulation_.run().serial;
  }
  /// Gives the commands that are due, and makes a step. The run selected at the start stays so.
  /// Throws ik::Error if a command is refused.
  void step() {
    for (; next_ < commands_.size() && commands_[next_].tick <= tick_; ++next_) {
      const LoggedCommand& due = commands_[next_];
      try {
        simulation_.apply(due.command, due.run);
      } catch (const ik::Error& refusal) {
        throw ik::Error(due.complaint(refusal.what()));
      }
      simulation_.apply(SelectRun{first_});
    }
    simulation_.step();
    ++tick_;
  }

 private:
  Simulation& simulation_;
  std::vector<LoggedCommand> commands_;
  int first_ = 0;
  size_t next_ = 0;
  int64_t tick_ = 0;
};

}  // namespace sim
