#pragma once
#include "chart/drawing.h"

namespace chart {

// Parts of a figure:
void frame(Drawing& drawing, const Area& area);
void side_below(Drawing& drawing, const Area& area, const Side& side);
void side_at_left(Drawing& drawing, const Area& area, const Side& side);
void side_at_right(Drawing& drawing, const Area& area, const Side& side);
/// A mark that tells curves apart, about `at`.
void mark(Drawing& drawing, Point at, int index, Rgb color);
void ring(Drawing& drawing, Point at);
/// Title and subtitle above an area that begins `head` below the upper edge; the second is left out
/// where there is no room.
constexpr double margin = 72, head = 64;
void titles(Drawing& drawing, double right, const std::string& title, const std::string& subtitle);

/// A chart as a figure; its area is so large.
Drawing drawing(const Chart& chart, double width, double height);

}  // namespace chart
