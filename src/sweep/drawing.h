#pragma once
#include <span>
#include <string>

#include "sweep/picture.h"

namespace sweep {

/// Maps with the same axes as a drawing, one at least, with the same colours: iso-lines, axes,
/// legend.
std::string map_svg(std::span<const Result* const> maps, View view);
/// Both measures over the parameter of a sweep.
std::string sweep_svg(const Result& result, const View& view);

}  // namespace sweep
