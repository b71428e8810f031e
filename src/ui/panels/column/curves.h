#pragma once
#include "ui/panel.h"

namespace ui {

enum class Curves { Error, Oscillation, Angle, Sigma, Depth, Pose, Readings };

/// Returns the data of a plot: of the selected run, or with a curve for each of several. The curves
/// are in state.series. The lowest plot has the labels of time.
PlotData plot_data(const Panel& panel, Curves which, bool lowest);

}  // namespace ui
