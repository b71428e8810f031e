#pragma once
#include <string>

#include "ui/plots/plot.h"

namespace ui {

/// Writes the range and curves that a plot shows as a table: step, x, a column for each curve.
std::string plot_csv(const PlotData& data, const PlotState& state, Range x);

/// The same as a figure with axes, legend and marks.
chart::Drawing plot_figure(const PlotData& data, const PlotState& state, Range x,
                           const view::Palette& palette, const std::string& subject);

}  // namespace ui
