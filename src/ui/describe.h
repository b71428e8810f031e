#pragma once
#include <string>

#include "sim/simulation.h"

namespace ui {

/// A command in a few words: "λ 0.3", "dls", "hold".
std::string describe(const sim::Simulation& simulation, const sim::Command& command);

/// A short unique label of a run: its method, "SDLS", and the setting that distinguishes it from
/// others with that method: "DLS λ 0.6".
std::string run_label(const sim::Simulation& simulation, const sim::Run& run);
/// Before what is said of the selected run: "SDLS · " where there are others, else nothing.
std::string whose(const sim::Simulation& simulation);

}  // namespace ui
