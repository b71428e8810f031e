#pragma once
#include <string>

#include "map/picture.h"

namespace map {

/// A map as a drawing: colours, iso-lines, axes, legend. A sweep: both measures over its parameter.
std::string map_svg(const Result& result, const View& view);
std::string sweep_svg(const Result& result, const View& view);

}  // namespace map
