#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ik/solve/solver.h"
#include "sim/commands/command.h"
#include "sim/crowd.h"
#include "sim/run.h"
#include "sim/scene.h"
#include "sim/world/target.h"
#include "sim/world/world.h"

namespace sim {

/// Throws base::Error if so many bodies would take too much memory. One is always allowed.
void check_memory(const ik::Skeleton& body, size_t bodies);

/// A running scene: targets, the runs that follow them, and the fixed time step. The same code runs
/// in the window and in ikscope-lab. A copy continues bit by bit like the original.
class Simulation {
 public:
  explicit Simulation(std::shared_ptr<const Scene> scene);

  /// Call between steps. Applies to the run with this serial number, -1: the selected one. Returns
  /// the change for a mark in the plots ("λ 0.3"), empty if it deserves none. Throws base::Error,
  /// and changes nothing, if a name or value is not allowed. Ignores commands of the clock and the
  /// timeline.
  Effect apply(const Command& command, int run_serial = -1);
  /// Makes one fixed step (mathematics.md §2). Allocates nothing.
  void step();
  /// Makes the first part of a step: time and the targets advance, the runs do not follow yet.
  void move_targets();

  const Scene& scene() const { return *scene_; }
  const std::shared_ptr<const Scene>& scene_ptr() const { return scene_; }
  const ik::Skeleton& skeleton() const { return *scene_->skeleton; }
  /// Returns a copy with this run only, without crowd and undo. Throws base::Error if there is
  /// none.
  Simulation copy_of_run(int serial) const;
  /// Returns the scene in its current state: opened again, it continues from this pose.
  /// (Not bit by bit: a method's memory of earlier steps is not part of a scene.)
  Scene snapshot() const;

  int64_t steps() const { return steps_; }  ///< since the start or a restart
  double time() const;                      ///< of the targets, units of time
  const base::Settings& world() const { return world_; }
  const std::vector<Target>& targets() const { return targets_; }
  const ik::Targets& target_state() const { return state_; }
  const std::vector<ik::Obstacle>& obstacles() const { return runs_[0].solver().obstacles(); }

  const std::vector<Run>& runs() const { return runs_; }  ///< one at least, in order of serial
  std::vector<Run>& runs() { return runs_; }
  const Run& run() const { return runs_[selected_]; }  ///< the selected one
  Run& run() { return runs_[selected_]; }
  const Run* find_run(int serial) const;  ///< null if there is none
  /// Returns whether the scene has what a metric is about, obstacles or a recording.
  bool has(const Metric& metric) const {
    return (!metric.of_obstacles || !obstacles().empty()) &&
           (!metric.of_recording || scene_->recording);
  }
  /// Returns the clamps that all runs, two or more, share instead of their own; nothing if none.
  std::optional<SharedClamps> shared_clamps() const;
  const Crowd& crowd() const { return crowd_; }  ///< beside the first run's body

  const std::vector<RecordedPath>& paths() const { return paths_; }
  /// Lets a target play a path, which need not be saved. Throws base::Error.
  void follow(int target, const RecordedPath& path);

  /// Return the change that undo or redo would make; empty if there is none.
  Effect undo_effect() const { return undo_.empty() ? Effect() : undo_.back().effect; }
  Effect redo_effect() const { return redo_.empty() ? Effect() : redo_.back().effect; }
  /// Makes the commands from now on undoable.
  void enable_undo() { undo_enabled_ = true; }
  void number_runs();  ///< gives the runs the serial numbers 0, 1, ...

  /// Returns whether the selected run's method or the world has this parameter.
  bool has(std::string_view key) const { return world_.has(key) || run().settings().has(key); }
  /// Return the declaration and the value of such a parameter. Throw base::Error.
  const base::Parameter& parameter(std::string_view key) const;
  double value(std::string_view key) const;

  size_t bytes() const;         ///< about the memory of a copy
  size_t change_bytes() const;  ///< about the memory of undo and redo, which copies share

 private:
  Simulation(const Simulation& other, const Run& run);

  Effect execute(Run& run, const ChooseMethod& command);
  Effect execute(Run& run, const UseMethod& command);
  Effect execute(Run& run, const SetParameter& command);
  Effect execute(Run& run, const SetSeveral& command);
  Effect execute(Run& run, const ResetParameter& command);
  Effect execute(Run& run, const ResetAllParameters& command);
  Effect execute(Run& run, const HoldTarget& command);
  Effect execute(Run& run, const ReleaseTarget& command);
  Effect execute(Run& run, const Perturb& command);
  Effect execute(Run& run, const SetPriority& command);
  Effect execute(Run& run, const SetRest& command);
  Effect execute(Run& run, const SetStiffness& command);
  Effect execute(Run& run, const SetJoint& command);
  Effect execute(Run& run, const SetPose& command);
  Effect execute(Run& run, const HoldJoint& command);
  Effect execute(Run& run, const ReleaseJoints& command);
  Effect execute(Run& run, const FollowRecording& command);
  Effect execute(Run& run, const PutObstacle& command);
  Effect execute(Run& run, const RemoveObstacle& command);
  Effect execute(Run& run, const SavePath& command);
  Effect execute(Run& run, const DeletePath& command);
  Effect execute(Run& run, const FollowPath& command);
  Effect execute(Run& run, const AddRun& command);
  Effect execute(Run& run, const RemoveRun& command);
  Effect execute(Run& run, const CompareMethods& command);
  Effect execute(Run& run, const Restart& command);
  Effect execute(Run& run, const SelectRun& command);
  Effect execute(Run& run, const MuteRun& command);
  Effect execute(Run&, const auto&) { return {}; }

  /// A change that can be undone or redone.
  struct Change {
    Effect effect = {};
    std::string topic = {};  ///< changes of one topic in quick succession are one
    int64_t steps = 0;
    bool moved_all = false;                        ///< whether it moved everything, time included
    int moved_serial = -1;                         ///< the run whose body it moved; -1: none
    std::shared_ptr<const Simulation> saved = {};  ///< the state to restore
  };
  void undo_or_redo(std::vector<Change>& from, std::vector<Change>& to);
  void copy_settings(const Simulation& other, int moved_serial);
  Effect execute(const Command& command, size_t run);
  std::shared_ptr<const Simulation> copy_without_changes();

  size_t index_of(int serial) const;                                     // throws base::Error
  Target& target(int index);                                             // throws base::Error
  size_t obstacle(int index) const;                                      // throws base::Error
  const ik::Joint& joint(int index) const;                               // throws base::Error
  std::vector<RecordedPath>::iterator find_path(std::string_view name);  // throws base::Error
  void set_obstacles(const std::vector<ik::Obstacle>& obstacles);
  void set_world(std::string_view key, double value);
  void check_memory(size_t runs, double bodies) const;  // throws base::Error
  /// Returns the command, redirected to the shared clamp if it is about a run's own.
  SetParameter about_shared_clamps(const Run& run, SetParameter command) const;
  void share_clamps();
  void follow_targets();
  void follow_with_crowd();

  std::shared_ptr<const Scene> scene_;
  base::Settings world_;
  std::vector<RecordedPath> paths_;
  std::vector<Target> targets_;
  ik::Targets state_;
  std::vector<Run> runs_;
  Crowd crowd_;
  size_t selected_ = 0;
  int next_serial_ = 0;
  int64_t steps_ = 0;
  double time_base_ = 0;  // targets' time at step step_base_; avoids summing roundings
  int64_t step_base_ = 0;
  bool undo_enabled_ = false;
  std::vector<Change> undo_, redo_;
};

/// Returns a short unique label of a run: its method, "SDLS", and the settings that distinguish it
/// from others with that method, "DLS λ 0.6".
std::string run_label(const Simulation& simulation, const Run& run);
/// Returns the label without the method: "λ 0.6", or nothing.
std::string run_difference(const Simulation& simulation, const Run& run);

}  // namespace sim
