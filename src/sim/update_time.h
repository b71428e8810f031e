#pragma once
#include <vector>

namespace sim {

class Simulation;

/// What an update of each run takes back to back, ns: the median of some steps that a copy makes,
/// as ikscope-lab measures it. Between two frames of a window it takes several times as long,
/// because drawing empties the processor's caches. Empty for a simulation that is too large to be
/// copied in passing; there the caches matter little.
std::vector<double> update_ns(const Simulation& simulation);

}  // namespace sim
