#pragma once
#include "chart/drawing.h"

namespace chart {

// Parts of a figure, in the window too:
void frame(Drawing& drawing, const Area& area);
enum class Edge { Below, Left, Right };
/// Ticks beside an area, with their texts as far as there is room.
void side(Drawing& drawing, const Area& area, const Side& side, Edge edge);
void title(Drawing& drawing, const Area& area, const Side& side, Edge edge);
/// Lines across an area at ticks with a text, which is close beside it, right of `edge`.
void rows(Drawing& drawing, const Area& area, const Side& left, double edge);
void columns(Drawing& drawing, const Area& area, const Side& below, bool texts = true);
void curve(Drawing& drawing, const Area& area, const Curve& curve);
void dots(Drawing& drawing, const Area& area, const Chart& chart);
/// A text over curves, on the ground, so that they do not strike it through.
void caption(Drawing& drawing, Point at, const std::string& text, const Font& font);
/// Lines from top to bottom. Their texts never overlap, in two rows; the later ones go first.
void upright(Drawing& drawing, const Area& area, const Chart& chart);
/// Lines from left to right, and what is above them tinted.
void level(Drawing& drawing, const Area& area, const Chart& chart);
/// A mark that tells curves apart, about `at`.
void mark(Drawing& drawing, Point at, int index, Rgb color);
void ring(Drawing& drawing, Point at);
/// Title and subtitle, if it fits, above an area that begins `head` below the upper edge.
constexpr double margin = 72, head = 64;
void titles(Drawing& drawing, double right, const std::string& title, const std::string& subtitle);

/// A chart as a figure; its area is so large.
Drawing drawing(const Chart& chart, double width, double height);

}  // namespace chart
