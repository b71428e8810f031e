#pragma once
#include "ui/panel.h"

namespace ui {

/// The samples of one channel.
Samples samples(const sim::History& history, int channel);
/// PlotData::least of errors.
double least_error(const ik::Skeleton& body, double factor);
/// What the plots show of several runs: a curve each.
enum class Curves { Error, Oscillation, Angle, Sigma, Depth, Pose, Readings };
void describe_runs(const Panel& panel, Curves which, PlotData& data);

}  // namespace ui
