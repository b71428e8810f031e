#pragma once
#include "ui/panel.h"

namespace ui {

enum class Curves { Error, Oscillation, Angle, Sigma, Depth, Pose, Readings };

/// Describes a plot: of the selected run, or with a curve for each of several; the curves are in
/// state.series. The lowest one has the labels of time.
PlotData plot_data(const Panel& panel, Curves which, bool lowest);

}  // namespace ui
