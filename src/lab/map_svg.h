#pragma once
#include <string>

#include "map/picture.h"

namespace lab {

/// A map as a drawing: colours, iso-lines, axes, legend. A sweep: both measures over its parameter.
std::string map_svg(const map::Result& result, const map::View& view);
std::string sweep_svg(const map::Result& result, const map::View& view);

}  // namespace lab
