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

/// A command that was given after step `tick`.
struct LoggedCommand {
  int64_t tick = 0;
  int run_serial = 0;  ///< -1: the selected run
  Command command;
  std::string origin = {};  ///< "FILE:LINE" of a replayed command, for error messages
  std::string error_message(const std::string& why) const {
    return origin.empty() ? why : base::format("{}: {}", origin, why);
  }
};

/// A simulation whose past can be visited: keyframes (copies of the state), all commands, and the
/// curves. To show a tick, it steps from the keyframe before, which gives the same numbers as the
/// first time, bit by bit. Ticks count steps since the scene was opened; a restart is a command
/// like any other.
class Timeline {
 public:
  static constexpr int64_t capacity = 36000;             ///< steps: ten minutes at speed 1
  static constexpr size_t memory_budget = 256ull << 20;  ///< for the keyframes, bytes
  static constexpr int64_t max_spacing = 480;            ///< steps between keyframes
  static constexpr size_t max_branches = 4;

  explicit Timeline(Simulation simulation);

  const Simulation& simulation() const { return simulation_; }
  int64_t first() const;  ///< the earliest tick still available
  int64_t now() const { return now_; }
  int64_t end() const { return current_.end; }  ///< the latest
  bool in_past() const { return now_ < end(); }

  // These throw std::bad_alloc if memory runs out, and then change nothing.

  /// Makes the next step; in the past it replays what happened.
  void step();
  /// Executes a command, see Simulation::apply; -1: for the selected run. In the past it starts a
  /// new branch and keeps the old future as another one, unless the command changes only the view.
  /// Throws base::Error.
  void apply(const Command& command, int run_serial = -1);
  /// Goes to a tick, or to the nearest one available.
  void seek(int64_t tick);

  /// Replays the last steps up to now on a copy and calls `observe` after each.
  void replay_last(int64_t step_count, const std::function<void(const Simulation&)>& observe) const;

  /// Another branch: the tick at which it leaves the current one, and its last tick.
  struct Branch {
    int64_t fork, end;
  };
  std::vector<Branch> branches() const;
  /// Makes another branch the current one, at its end; the current one is kept as a branch.
  void switch_to_branch(int index);

  /// Returns the curves of a run up to now, also of a removed run while they are kept.
  const History& history(int serial) const { return current_.histories.at(serial); }
  /// Adds a verdict that holds from now on; ignored in the past, which keeps its verdicts.
  void set_verdict(int serial, std::shared_ptr<const why::Verdict> verdict) {
    current_.histories.at(serial).set_verdict(now(), std::move(verdict));
  }

  /// Returns all commands since the scene was opened, in order.
  const std::vector<LoggedCommand>& log() const { return current_.log; }
  /// Returns the commands executed up to the moment that is shown.
  std::span<const LoggedCommand> executed_commands() const {
    return {current_.log.data(), executed_count_};
  }
  /// Returns the scene as it stood before the first step.
  const Scene& opening_scene() const { return opening_scene_; }
  size_t bytes() const;  ///< approximate memory used

 private:
  struct Keyframe {
    int64_t tick;
    std::shared_ptr<const Simulation> state;  // before the commands of this tick
  };
  struct BranchData {
    int64_t fork = 0, end = 0;
    std::vector<LoggedCommand> log;
    std::vector<Keyframe> keyframes;
    int64_t spacing = 120;  // steps between keyframes
    std::map<int, History> histories;
  };

  void apply(const LoggedCommand& logged);
  void add_keyframe();
  const Keyframe& keyframe_at_or_before(int64_t tick) const;
  const Keyframe& keyframe_to_step_from(int64_t tick);
  int64_t temporary_spacing() const;
  size_t first_command_index(int64_t tick) const;
  void execute_until(int64_t tick, Simulation& simulation, size_t& next) const;
  void execute_pending() { execute_until(now_, simulation_, executed_count_); }
  void go_to(int64_t tick);
  void with_rollback(const auto& work);
  std::map<int, History> new_histories(const std::set<int>& begun = {}) const;
  void sync_histories(std::map<int, History> added);
  void start_branch();

  Simulation simulation_;
  Scene opening_scene_;
  BranchData current_;
  std::vector<BranchData> branches_;           // the others
  std::vector<Keyframe> temporary_keyframes_;  // after one of the branch's, while going back
  int64_t now_ = 0;
  size_t executed_count_ = 0;  // of the log's commands, up to the state shown
};

}  // namespace sim
