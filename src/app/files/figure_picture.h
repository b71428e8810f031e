#pragma once
#include "chart/drawing.h"
#include "render/picture.h"

namespace app {

constexpr double figure_pixels_per_inch = 300;  ///< of a figure that is saved, as printers want it

/// Draws a figure on white, as it is saved. Needs an OpenGL context.
render::Picture figure_picture(const chart::Drawing& drawing);

}  // namespace app
