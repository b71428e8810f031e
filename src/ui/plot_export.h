#pragma once
#include <string>

#include "ui/plot.h"

namespace ui {

/// What a plot shows, range and curves, as a table: step, x, a column a curve; every step.
std::string plot_csv(const PlotData& data, const PlotState& state, Range x);

/// The same as a figure with axes, legend and marks.
chart::Drawing plot_figure(const PlotData& data, const PlotState& state, Range x,
                           const view::Palette& palette, const std::string& subject);

}  // namespace ui
