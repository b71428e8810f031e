#include "sim/run_label.h"

#include <vector>

#include "ik/methods/method.h"

namespace sim {
namespace {

/// Names a run by its method, and by what tells it from others of that method.
std::string plain_label(const Simulation& simulation, const Run& run) {
  std::string label(run.solver().method().label());
  std::vector<const Run*> rivals;  // with the same label so far
  const char* separator = " ";
  for (const Run& other : simulation.runs())
    if (&other != &run && &other.solver().method() == &run.solver().method())
      rivals.push_back(&other);
  for (const base::Parameter& parameter : run.settings().table()) {
    const double value = run.settings()[parameter];
    const auto differs = [&](const Run* other) { return other->settings()[parameter] != value; };
    if (std::erase_if(rivals, differs) == 0) continue;
    const bool degrees = parameter.unit == "°";  // other units are long
    label += separator +
             base::setting_text(parameter,
                                (degrees ? base::value_text : base::number_text)(parameter, value));
    separator = ", ";
  }
  return label;
}

}  // namespace

std::string run_label(const Simulation& simulation, const Run& run) {
  const std::string label = plain_label(simulation, run);
  int before = 0;
  for (const Run& other : simulation.runs()) {
    if (&other == &run) break;
    before += plain_label(simulation, other) == label;
  }
  return before == 0 ? label : label + " (" + std::to_string(before + 1) + ")";
}

}  // namespace sim
