#pragma once
#include <span>
#include <string>

#include "sweep/picture.h"

namespace sweep {

/// At least one map, all with the same axes and colours, as a drawing: iso-lines, axes, legend.
std::string map_svg(std::span<const Result* const> maps, View view);
/// Error and oscillation over the parameter of a sweep.
std::string sweep_svg(const Result& result, const View& view);

}  // namespace sweep
