// Several methods on the same targets: each with its own clamps, or all with the same.

#include <cmath>

#include "base/error.h"
#include "ik/methods/parts/common.h"
#include "sim/simulation.h"

namespace sim {

std::optional<SharedClamps> Simulation::shared_clamps() const {
  using namespace world;
  if (runs_.size() < 2 || !world_.flag(same_clamps())) return {};
  return SharedClamps{world_[same_dmax()], world_[same_max_angle_deg()], world_[same_max_slide()]};
}

void Simulation::share_clamps() {
  const std::optional<SharedClamps> clamps = shared_clamps();
  for (Run& run : runs_) run.share_clamps(clamps);
}

/// D_max is off where it is infinite, so that its mode is a part of it.
SetParameter Simulation::about_shared_clamps(const Run& run, SetParameter command) const {
  using namespace ik::common;
  if (!shared_clamps()) return command;
  if (command.key == dmax().key) command.key = world::same_dmax().key;
  if (command.key == max_angle_deg().key) command.key = world::same_max_angle_deg().key;
  if (command.key == max_slide().key) command.key = world::same_max_slide().key;
  if (command.key != dmax_mode().key) return command;
  const double now = world_[world::same_dmax()];
  const double some = std::isfinite(now) ? now : run.own_settings()[dmax()];
  return {std::string(world::same_dmax().key),
          base::check(dmax_mode(), command.value) == 0 ? world::same_dmax().special_value : some};
}

/// Each method with the settings that it has in these runs, whichever of them is selected: those of
/// its paper and the scene, unless they were changed.
Effect Simulation::execute(Run& run, const CompareMethods& command) {
  if (command.methods.empty() || command.methods.size() > max_runs)
    throw base::Error("there are {} methods to compare; expected one to {}", command.methods.size(),
                      max_runs);
  check_memory(command.methods.size(), world_[world::bodies()]);
  Run all = run;
  for (auto other = runs_.rbegin(); other != runs_.rend(); ++other) all.adopt(*other);
  std::vector<Run> compared;
  compared.reserve(max_runs);
  std::optional<size_t> selected;
  int serial = next_serial_;
  for (const std::string& method : command.methods) {
    Run& one = compared.emplace_back(all);
    one.choose(method);
    one.slot = static_cast<int>(compared.size()) - 1;
    one.muted = false;
    if (selected || one.solver().method().name != run.solver().method().name)
      one.serial = serial++;
    else
      selected = compared.size() - 1;
  }
  next_serial_ = serial;
  runs_ = std::move(compared);
  selected_ = selected.value_or(0);
  constexpr const char* several[] = {"two", "three", "four", "five", "six"};
  static_assert(std::size(several) == max_runs - 1);
  if (runs_.size() > 1) return effect(std::string(several[runs_.size() - 2]) + " methods");
  set_world(world::same_clamps().key, 0);
  return effect(std::string(this->run().solver().method().label()) + " alone");
}

}  // namespace sim
