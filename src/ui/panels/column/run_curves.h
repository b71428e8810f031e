#pragma once
#include "ui/panel.h"

namespace ui {

/// The samples of one channel.
Samples samples(const sim::History& history, int channel);
/// PlotData::least of errors.
double least_error(const ik::Skeleton& body, double factor);
enum class Curves { Error, Oscillation, Angle, Sigma, Depth, Pose, Readings };
/// Series::oscillation of the plots that show where a run shakes.
std::optional<Samples> shaking(const sim::History& history, Curves which);
/// Describes a plot of several runs, with a curve each.
void describe_runs(const Panel& panel, Curves which, PlotData& data);

}  // namespace ui
