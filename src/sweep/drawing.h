#pragma once
#include <span>

#include "chart/drawing.h"
#include "sweep/picture.h"

namespace sweep {

// Parts of a map, in the window too:
/// Iso-lines and the marks of the best and the least; `detailed`: thin lines and texts too.
void draw_lines_and_marks(chart::Drawing& drawing, const chart::Area& area, const Picture& picture,
                          bool detailed);
void mark_least(chart::Drawing& drawing, Point at);
void color_bar(chart::Drawing& drawing, const chart::Area& area, const Picture& picture);

/// Draws one map or several with the same axes and colours: iso-lines, axes, legend.
chart::Drawing map_drawing(std::span<const Result* const> maps, View view);
chart::Drawing sweep_drawing(const Result& result, const View& view);

}  // namespace sweep
