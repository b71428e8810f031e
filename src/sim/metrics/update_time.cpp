#include "sim/metrics/update_time.h"

#include <algorithm>

#include "base/quantile.h"
#include "sim/simulation.h"

namespace sim {
namespace {

using std::chrono::steady_clock;

/// Returns the mean time of an update at the current targets, measured over 25 ticks or 5 ms.
double mean_ns(Run run, const Simulation& simulation, std::chrono::nanoseconds tick) {
  constexpr int batch = 16;  // updates between two readings of the clock
  const auto enough = std::min<std::chrono::nanoseconds>(25 * tick, std::chrono::milliseconds(5));
  const auto begin = steady_clock::now();
  std::chrono::duration<double, std::nano> taken{};
  int updates = 0, more = 1;
  while (more > 0 && taken < enough) {
    more = 0;
    for (int i = 0; i < batch; ++i) {
      run.update(simulation.target_state());
      more += run.report().updates;
    }
    updates += more;
    taken = steady_clock::now() - begin;
  }
  return updates > 0 ? taken.count() / updates : 0;
}

}  // namespace

std::chrono::nanoseconds clock_tick() {
  static const auto tick = [] {
    auto least = std::chrono::nanoseconds::max();
    for (int i = 0; i < 3; ++i) {
      const auto begin = steady_clock::now();
      auto end = begin;
      while (end == begin) end = steady_clock::now();
      least = std::min(least, std::chrono::nanoseconds(end - begin));
    }
    return least;
  }();
  return tick;
}

std::vector<double> update_ns(const Simulation& simulation, std::chrono::nanoseconds tick) {
  constexpr size_t most_bytes = 1 << 20;
  constexpr int least_steps = 5, most_steps = 60;
  constexpr std::chrono::microseconds enough(300);
  if (simulation.bytes() > most_bytes) return {};

  Simulation copy(simulation);
  std::vector<std::vector<double>> taken(copy.runs().size());
  const auto begin = steady_clock::now();
  for (int step = 0; step < most_steps; ++step) {
    if (step >= least_steps && steady_clock::now() - begin > enough) break;
    copy.step();
    for (size_t i = 0; i < taken.size(); ++i) {
      const Run& run = copy.runs()[i];
      if (run.report().updates > 0)
        taken[i].push_back(static_cast<double>(run.step_ns()) / run.report().updates);
    }
  }
  std::vector<double> result;
  for (const std::vector<double>& one : taken) {
    result.push_back(base::quantile(one));
    const Run& run = copy.runs()[result.size() - 1];
    const double ticks = 20. * static_cast<double>(tick.count());
    if (tick > std::chrono::microseconds(1) && !one.empty() && result.back() < ticks)
      result.back() = mean_ns(run, copy, tick);
  }
  return result;
}

}  // namespace sim
