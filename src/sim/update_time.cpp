#include "sim/update_time.h"

#include <algorithm>
#include <chrono>

#include "sim/simulation.h"

namespace sim {

std::vector<double> update_ns(const Simulation& simulation) {
  constexpr size_t most_bytes = 1 << 20;
  constexpr int least_steps = 5, most_steps = 60;
  constexpr std::chrono::microseconds enough(300);
  if (simulation.bytes() > most_bytes) return {};

  Simulation copy(simulation);
  std::vector<std::vector<double>> taken(copy.runs().size());
  const auto begin = std::chrono::steady_clock::now();
  for (int step = 0; step < most_steps; ++step) {
    if (step >= least_steps && std::chrono::steady_clock::now() - begin > enough) break;
    copy.step();
    for (size_t i = 0; i < taken.size(); ++i) {
      const Run& run = copy.runs()[i];
      if (run.report().updates > 0)
        taken[i].push_back(static_cast<double>(run.step_ns()) / run.report().updates);
    }
  }
  std::vector<double> result;
  for (std::vector<double>& one : taken) {
    const auto middle = one.begin() + static_cast<std::ptrdiff_t>(one.size() / 2);
    if (!one.empty()) std::nth_element(one.begin(), middle, one.end());
    result.push_back(one.empty() ? 0 : *middle);
  }
  return result;
}

}  // namespace sim
