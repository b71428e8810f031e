#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "sim/commands/command.h"
#include "sim/simulation.h"
#include "sim/timeline/history.h"

namespace sim {

/// A command and when it was given: after step `tick`, to the run `run`.
struct LoggedCommand {
  int64_t tick = 0;
  int run = 0;
  Command command;
  std::string origin = {};  ///< "FILE:LINE" of a replayed command, for error messages
  std::string error_message(const std::string& why) const {
    return origin.empty() ? why : base::format("{}: {}", origin, why);
  }
};

/// The past of a simulation, so that one can go back in it: keyframes (copies of the state), all
/// commands, and the curves. From a keyframe it steps to the tick asked for, which gives the same
/// numbers as the first time, bit by bit. Ticks count steps since the scene was opened; a restart
/// is a command like any other.
class Timeline {
 public:
  static constexpr int64_t capacity = 36000;             ///< steps: ten minutes at speed 1
  static constexpr size_t memory_budget = 256ull << 20;  ///< for the copies, bytes
  static constexpr int64_t most_spacing = 480;           ///< steps from a copy to the next
  static constexpr size_t max_branches = 4;

  explicit Timeline(Simulation simulation);

  const Simulation& simulation() const { return simulation_; }
  int64_t first() const;  ///< the earliest tick still available
  int64_t now() const { return now_; }
  int64_t end() const { return recording_.end; }  ///< the latest
  bool in_past() const { return now_ < end(); }

  // These throw std::bad_alloc if there is too little memory, and have changed nothing then.

  /// The next step; in the past it replays what happened.
  void step();
  /// Simulation::apply. In the past it starts a new branch, and the old future is kept as another
  /// one, unless the command changes only the view. Throws base::Error.
  void apply(const Command& command, int run = -1);
  /// Goes to a tick, or to the nearest one available.
  void seek(int64_t tick);

  /// Calls a function with the state after each of so many last steps up to now, of a copy that
  /// makes them again.
  void review(int64_t steps, const std::function<void(const Simulation&)>& observe) const;

  /// The other branches: where they begin and end.
  struct Branch {
    int64_t fork, end;
  };
  std::vector<Branch> branches() const;
  /// Makes another branch the current one, at its end; the current one is kept as a branch.
  void take_branch(int index);

  /// The curves of a run up to now, also of a removed run as long as they are held.
  const History& history(int serial) const { return recording_.histories.at(serial); }
  /// Adds a verdict that holds from now on; ignored in the past, which keeps its verdicts.
  void say(int serial, std::shared_ptr<const why::Verdict> verdict) {
    recording_.histories.at(serial).say(now(), std::move(verdict));
  }

  /// Returns all commands since the scene was opened, in order.
  const std::vector<LoggedCommand>& log() const { return recording_.log; }
  /// Returns the commands executed up to the moment that is shown.
  std::span<const LoggedCommand> done() const { return {recording_.log.data(), next_}; }
  /// The scene as it stood before the first step.
  const Scene& opening() const { return opening_; }
  size_t bytes() const;  ///< approximate memory used

 private:
  struct Keyframe {
    int64_t tick;
    std::shared_ptr<const Simulation> state;  // before the commands of this tick
  };
  struct Recording {
    int64_t fork = 0, end = 0;
    std::vector<LoggedCommand> log;
    std::vector<Keyframe> keyframes;
    int64_t spacing = 120;  // steps between them
    std::map<int, History> histories;
  };

  void apply(const LoggedCommand& logged);
  void keep_state();
  const Keyframe& kept_before(int64_t tick) const;
  const Keyframe& nearest_before(int64_t tick);
  int64_t stride_between() const;
  size_t first_command(int64_t tick) const;
  void execute_until(int64_t tick, Simulation& simulation, size_t& next) const;
  void execute_pending() { execute_until(now_, simulation_, next_); }
  void go_to(int64_t tick);
  void with_rollback(const auto& work);
  std::map<int, History> new_histories(const std::set<int>& begun = {}) const;
  void sync_histories(std::map<int, History> added);
  void start_branch();

  Simulation simulation_;
  Scene opening_;
  Recording recording_;
  std::vector<Recording> branches_;
  std::vector<Keyframe> between_;  // while it goes back: copies since the last that is kept
  int64_t now_ = 0;
  size_t next_ = 0;  // in the log: the first command not carried out yet
};

}  // namespace sim
