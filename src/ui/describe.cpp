#include "ui/describe.h"

#include <algorithm>

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

std::string run_prefix(const sim::Simulation& simulation) {
  return simulation.runs().size() > 1 ? run_label(simulation, simulation.run()) + " · " : "";
}

std::string describe(const sim::PathEventCounts& counts, int64_t steps) {
  const auto share = [&](int64_t count) {
    return percent(static_cast<double>(count) / static_cast<double>(std::max<int64_t>(steps, 1)));
  };
  return base::format("{}, {}, {} of the steps at a limit, {} nearly singular",
                      base::counted(static_cast<int>(counts.flips), "flip"),
                      base::counted(static_cast<int>(counts.leaps), "leap"),
                      share(counts.at_limits), share(counts.singular));
}

}  // namespace ui
