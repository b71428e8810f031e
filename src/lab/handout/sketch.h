#pragma once
#include "chart/drawing.h"
#include "sim/simulation.h"

namespace lab {

/// Draws the runs of a simulation as papers do: links as lines, joints as circles, targets as
/// rings, seen from the side from which the window shows a scene first. The pose that a shaking run
/// had a step before is dashed. Width and height in 1/96 inch.
chart::Drawing sketch(const sim::Simulation& simulation, double width, double height);

}  // namespace lab
