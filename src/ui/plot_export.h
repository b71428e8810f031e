#pragma once
#include <string>

#include "ui/plot.h"

namespace ui {

/// What a plot shows, range and curves, as a table: step, x, a column a curve; every step.
std::string plot_csv(const PlotData& data, const PlotState& state, Range x);

/// The same as a drawing with axes, legend and marks; colours and fonts of the window.
std::string plot_svg(const PlotData& data, const PlotState& state, Range x,
                     const view::Palette& palette);

}  // namespace ui
