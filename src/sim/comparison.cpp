// Several methods on the same targets, under the same conditions.

#include <algorithm>
#include <array>

#include "base/error.h"
#include "ik/methods/common.h"
#include "sim/simulation.h"

namespace sim {
namespace {

/// What shortens errors and steps, of every method that has it.
const std::array<std::string_view, 4>& clamp_keys() {
  using namespace ik::common;
  static const std::array keys{dmax_mode().key, dmax().key, max_angle_deg().key, max_slide().key};
  return keys;
}

std::string in_words(size_t count) {
  constexpr std::string_view words[] = {"no", "one", "two", "three", "four", "five", "six"};
  static_assert(std::size(words) == max_runs + 1);
  return std::string(words[count]);
}

}  // namespace

/// Those of `from`; what that has not, of another run that has it.
void Simulation::take_clamps(Run& run, const base::Settings& from) {
  for (std::string_view key : clamp_keys()) {
    if (!run.settings().has(key)) continue;
    const auto other = std::ranges::find_if(
        runs_, [&](const Run& one) { return &one != &run && one.settings().has(key); });
    if (from.has(key))
      run.set(key, from.get(key));
    else if (other != runs_.end())
      run.set(key, other->settings().get(key));
  }
}

void Simulation::share_clamps(const Run& from) {
  for (Run& run : runs_)
    for (std::string_view key : clamp_keys())
      if (from.settings().has(key) && run.settings().has(key) &&
          run.settings().get(key) != from.settings().get(key))
        run.set(key, from.settings().get(key));
}

/// Whether clamps are the same is again what it was.
void Simulation::end_comparison() {
  if (clamps_before_comparison_) set_world(world::same_clamps().key, *clamps_before_comparison_);
  clamps_before_comparison_.reset();
}

Effect Simulation::execute(Run& run, const CompareMethods& command) {
  if (command.methods.empty() || command.methods.size() > max_runs)
    throw base::Error("there are " + std::to_string(command.methods.size()) +
                      " methods to compare; expected one to " + std::to_string(max_runs));
  check_memory(command.methods.size(), world_[world::bodies()]);
  std::vector<Run> compared;
  compared.reserve(max_runs);
  size_t selected = 0;
  int serial = next_serial_;
  for (const std::string& method : command.methods) {
    Run& one = compared.emplace_back(run);
    one.choose(method);
    take_clamps(one, run.settings());
    one.slot = static_cast<int>(compared.size()) - 1;
    one.muted = false;
    if (one.solver().method().name != run.solver().method().name)
      one.serial = serial++;
    else
      selected = compared.size() - 1;
  }
  next_serial_ = serial;
  runs_ = std::move(compared);
  selected_ = selected;
  if (runs_.size() == 1) {
    end_comparison();
    return {.parts = {{nullptr, "runs", command.methods[0] + " alone"}}};
  }
  if (!clamps_before_comparison_) clamps_before_comparison_ = world_[world::same_clamps()];
  set_world(world::same_clamps().key, 1);
  share_clamps(runs_[selected_]);
  return {.parts = {{nullptr, in_words(runs_.size()) + " methods", ""}}};
}

}  // namespace sim
