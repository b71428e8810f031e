#include "sim/run_label.h"

#include <vector>

#include "base/text.h"
#include "ik/methods/method.h"

namespace sim {
namespace {

/// Returns the settings that tell a run from others of its method.
std::string different_settings(const Simulation& simulation, const Run& run) {
  std::vector<const Run*> rivals;  // with the same settings so far
  std::vector<std::string> different;
  for (const Run& other : simulation.runs())
    if (&other != &run && &other.solver().method() == &run.solver().method())
      rivals.push_back(&other);
  for (const base::Parameter& parameter : run.settings().table()) {
    const double value = run.settings()[parameter];
    const auto differs = [&](const Run* other) { return other->settings()[parameter] != value; };
    if (std::erase_if(rivals, differs) == 0) continue;
    const bool degrees = parameter.unit == "°";  // other units are long
    different.push_back(base::setting_text(
        parameter, (degrees ? base::value_text : base::number_text)(parameter, value)));
  }
  return base::joined(different);
}

}  // namespace

std::string run_difference(const Simulation& simulation, const Run& run) {
  const std::string settings = different_settings(simulation, run);
  int before = 0;
  for (const Run& other : simulation.runs()) {
    if (&other == &run) break;
    before += &other.solver().method() == &run.solver().method() &&
              different_settings(simulation, other) == settings;
  }
  if (before == 0) return settings;
  return settings + (settings.empty() ? "(" : " (") + std::to_string(before + 1) + ")";
}

std::string run_label(const Simulation& simulation, const Run& run) {
  const std::string method(run.solver().method().label()),
      difference = run_difference(simulation, run);
  return difference.empty() ? method : method + " " + difference;
}

}  // namespace sim
