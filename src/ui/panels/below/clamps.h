#pragma once
#include "ui/panel.h"

namespace ui {

/// Returns the clamps of a run: "Dₘₐₓ,ᵢ 0.4, γₘₐₓ 45°"; bare, below a caption: "0.4, 45°".
std::string clamps_of(const sim::Run& run, bool bare = false);
/// Describes how runs are compared: "Each with its own clamps", "Same clamps: Dₘₐₓ 0.4, γₘₐₓ 45°".
std::string comparison_text(const sim::Simulation& simulation);
/// Draws this text as a button of at most `room` pixels, which opens the choice.
void choose_clamps(const Panel& panel, float room);

}  // namespace ui
