#pragma once
#include <string>

#include "sim/simulation.h"

namespace ui {

/// A command in a few words: "λ 0.3", "dls", "hold".
std::string describe(const sim::Simulation& simulation, const sim::Command& command);

/// A short unique label of a run: its method, and the setting that distinguishes it from others
/// with that method, or else the method's first own parameter: "dls λ 0.6".
std::string run_label(const sim::Simulation& simulation, const sim::Run& run);

}  // namespace ui
