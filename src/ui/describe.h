#pragma once
#include <string>

#include "sim/simulation.h"

namespace ui {

/// Describes a command in a few words: "λ 0.3", "dls", "hold".
std::string describe(const sim::Simulation& simulation, const sim::Command& command);

/// Begins a sentence about the selected run: "SDLS · " if there are other runs, else nothing.
std::string run_prefix(const sim::Simulation& simulation);

/// Returns "1 flip, 2 leaps, 12 % of the steps at a limit, 3 % nearly singular", of so many steps.
std::string describe(const sim::PathEventCounts& counts, int64_t steps);

}  // namespace ui
