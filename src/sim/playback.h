#pragma once
#include <utility>
#include <vector>

#include "sim/timeline.h"

namespace sim {

/// A simulation that is given commands when their time comes: a session without a window.
class Playback {
 public:
  Playback(Simulation& simulation, std::vector<LoggedCommand> commands)
      : simulation_(simulation), commands_(std::move(commands)) {
    simulation_.keep_changes();
  }
  /// Gives the commands that are due, and makes a step. Throws ik::Error if one is refused.
  void step() {
    for (; next_ < commands_.size() && commands_[next_].tick <= tick_; ++next_)
      simulation_.apply(commands_[next_].command, commands_[next_].run);
    simulation_.step();
    ++tick_;
  }

 private:
  Simulation& simulation_;
  std::vector<LoggedCommand> commands_;
  size_t next_ = 0;
  int64_t tick_ = 0;
};

}  // namespace sim
