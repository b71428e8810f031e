#pragma once
#include <span>

#include "chart/drawing.h"
#include "sweep/picture.h"

namespace sweep {

/// At least one map, all with the same axes and colours, as a drawing: iso-lines, axes, legend.
chart::Drawing map_drawing(std::span<const Result* const> maps, View view);
/// Error and oscillation over the parameter of a sweep.
chart::Drawing sweep_drawing(const Result& result, const View& view);

}  // namespace sweep
