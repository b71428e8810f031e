#pragma once
#include <chrono>
#include <vector>

namespace sim {

class Simulation;

/// Returns the time between two ticks of the clock.
std::chrono::nanoseconds clock_tick();

/// Returns the time of an update of each run, ns: the median of some steps that a copy makes back
/// to back, as ikscope-lab measures it; where the clock ticks less often than every microsecond, as
/// in browsers, the mean of many at the targets of the moment. Between two frames of a window it
/// takes several times as long, because drawing empties the processor's caches. Empty for a
/// simulation that is too large to be copied in passing; there the caches matter little.
std::vector<double> update_ns(const Simulation& simulation,
                              std::chrono::nanoseconds tick = clock_tick());

}  // namespace sim
