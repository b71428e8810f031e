#pragma once
#include <string>

#include "sim/simulation.h"

namespace sim {

/// Returns a short unique label of a run: its method, "SDLS", and the settings that distinguish it
/// from others with that method, "DLS λ 0.6".
std::string run_label(const Simulation& simulation, const Run& run);
/// The same without its method: "λ 0.6", or nothing.
std::string run_difference(const Simulation& simulation, const Run& run);

}  // namespace sim
