#pragma once
#include <string>

#include "chart/drawing.h"

namespace chart {

/// "#0072b2"
std::string hex(Rgb color);

/// A drawing as the text of an SVG file.
std::string svg(const Drawing& drawing);

}  // namespace chart
