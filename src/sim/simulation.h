#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ik/solver.h"
#include "sim/command.h"
#include "sim/run.h"
#include "sim/scene.h"
#include "sim/target.h"

namespace sim {

/// Parameters of the scene at work rather than of a method.
namespace world {
const ik::Parameter& target_speed();
const ik::Parameter& target_amplitude();
const std::vector<ik::Parameter>& table();
}  // namespace world

/// A scene at work: targets, the run that follows them, and the fixed step that moves both. The
/// same here, in the window and in the laboratory.
class Simulation {
 public:
  /// history_capacity: steps the plots can look back on; 0 keeps none.
  explicit Simulation(std::shared_ptr<const Scene> scene, int history_capacity = 0);

  /// Between steps. Throws ik::Error, and changes nothing, if a name or value is not allowed.
  /// The clock's commands (SetPaused, SingleStep, SetSpeed) are not for here and do nothing.
  void apply(const Command& command);

  /// One fixed step (mathematics.md §2). Allocates nothing.
  void step();

  /// Singular values for the history (they are not computed otherwise).
  void want_singular_values(bool want) { singular_values_ = want; }

  const Scene& scene() const { return *scene_; }
  const std::shared_ptr<const Scene>& scene_ptr() const { return scene_; }
  const ik::Skeleton& skeleton() const { return *scene_->skeleton; }
  int64_t steps() const { return steps_; }  ///< made since the start or a restart
  double time() const;                      ///< of the targets, units of time
  const ik::Settings& world() const { return world_; }
  const std::vector<Target>& targets() const { return targets_; }
  const ik::Targets& target_state() const { return state_; }
  const Run& run() const { return run_; }
  Run& run() { return run_; }

  /// The declaration behind a key, of the method at work or of the world. Throws ik::Error.
  const ik::Parameter& parameter(std::string_view key) const;
  double value(std::string_view key) const;

 private:
  void carry_out(const ChooseMethod& command);
  void carry_out(const SetParameter& command);
  void carry_out(const ResetParameter& command);
  void carry_out(const ResetAllParameters& command);
  void carry_out(const HoldTarget& command);
  void carry_out(const ReleaseTarget& command);
  void carry_out(const Perturb& command);
  void carry_out(const SetPriority& command);
  void carry_out(const SetRest& command);
  void carry_out(const PutObstacle& command);
  void carry_out(const RemoveObstacle& command);
  void carry_out(const Restart& command);
  template <class ClocksOwn>
  void carry_out(const ClocksOwn&) {}

  Target& target(int index);         // throws ik::Error
  size_t obstacle(int index) const;  // throws ik::Error
  void mark(std::string text);
  void set_world(std::string_view key, double value);
  void settle_targets();

  std::shared_ptr<const Scene> scene_;
  ik::Settings world_;
  std::vector<Target> targets_;
  ik::Targets state_;
  Run run_;
  int64_t steps_ = 0;
  double time_base_ = 0;  // targets' time at step step_base_, so that time is no sum of roundings
  int64_t step_base_ = 0;
  bool singular_values_ = false;
};

}  // namespace sim
