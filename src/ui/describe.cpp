#include "ui/describe.h"

#include <algorithm>
#include <vector>

#include "ik/methods/method.h"
#include "ui/kit/format.h"

namespace ui {
namespace {

/// Returns the parameter of a key, from any run's method or from the world, or null.
const base::Parameter* declared(const sim::Simulation& simulation, std::string_view key) {
  const base::Parameter* found = simulation.world().find(key);
  for (const sim::Run& run : simulation.runs())
    if (!found) found = run.settings().find(key);
  return found;
}

/// Names a run by its method, and by what tells it from others of that method.
std::string plain_label(const sim::Simulation& simulation, const sim::Run& run) {
  std::string label(run.solver().method().label());
  std::vector<const sim::Run*> rivals;  // with the same label so far
  const char* separator = " ";
  for (const sim::Run& other : simulation.runs())
    if (&other != &run && &other.solver().method() == &run.solver().method())
      rivals.push_back(&other);
  for (const base::Parameter& parameter : run.settings().table()) {
    const double value = run.settings()[parameter];
    const auto differs = [&](const sim::Run* other) {
      return other->settings()[parameter] != value;
    };
    if (std::erase_if(rivals, differs) == 0) continue;
    const bool degrees = parameter.unit == "°";  // other units are long
    label += separator +
             base::setting_text(parameter, (degrees ? value_text : number_text)(parameter, value));
    separator = ", ";
  }
  return label;
}

}  // namespace

std::string describe(const sim::Simulation& simulation, const sim::Command& command) {
  if (const auto* set = std::get_if<sim::SetParameter>(&command)) {
    const base::Parameter* parameter = declared(simulation, set->key);
    if (!parameter) return "a parameter of another method";
    return base::setting_text(*parameter, value_text(*parameter, set->value));
  }
  if (const auto* several = std::get_if<sim::SetSeveral>(&command)) {
    std::string words;
    for (size_t i = 0; i < std::min(several->keys.size(), several->values.size()); ++i)
      words.append(i > 0 ? ", " : "")
          .append(describe(simulation, sim::SetParameter{several->keys[i], several->values[i]}));
    return words;
  }
  if (const auto* choose = std::get_if<sim::ChooseMethod>(&command)) return choose->name;
  return std::visit(
      [](const auto& one) {
        using C = std::decay_t<decltype(one)>;
        if constexpr (sim::is_of_view<C>) {
          return std::string();
        } else {
          std::string verb(C::verb);
          std::ranges::replace(verb, '-', ' ');
          return verb;
        }
      },
      command);
}

std::string run_label(const sim::Simulation& simulation, const sim::Run& run) {
  const std::string label = plain_label(simulation, run);
  int before = 0;
  for (const sim::Run& other : simulation.runs()) {
    if (&other == &run) break;
    before += plain_label(simulation, other) == label;
  }
  return before == 0 ? label : label + " (" + std::to_string(before + 1) + ")";
}

std::string whose(const sim::Simulation& simulation) {
  return simulation.runs().size() > 1 ? run_label(simulation, simulation.run()) + " · " : "";
}

std::string describe(const sim::PathEventCounts& counts, int64_t steps) {
  const auto share = [&](int64_t count) {
    return percent(static_cast<double>(count) / static_cast<double>(std::max<int64_t>(steps, 1)));
  };
  return base::counted(static_cast<int>(counts.flips), "flip") + ", " +
         base::counted(static_cast<int>(counts.leaps), "leap") + ", " + share(counts.at_limits) +
         " of the steps at a limit, " + share(counts.singular) + " nearly singular";
}

}  // namespace ui
