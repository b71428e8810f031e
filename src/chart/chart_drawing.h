#pragma once
#include "chart/drawing.h"

namespace chart {

// Each function draws one part of a figure, for files and the window.
void draw_frame(Drawing& drawing, const Area& area);
enum class Edge { Below, Left, Right };
/// Draws the ticks beside an area, with texts as far as there is room.
void draw_side(Drawing& drawing, const Area& area, const Side& side, Edge edge);
void draw_side_title(Drawing& drawing, const Area& area, const Side& side, Edge edge);
/// Draws lines across an area at the ticks with a text, and the texts that fit right of
/// x = `least_x`.
void draw_grid_rows(Drawing& drawing, const Area& area, const Side& left, double least_x);
void draw_grid_columns(Drawing& drawing, const Area& area, const Side& below, bool texts = true);
void draw_curve(Drawing& drawing, const Area& area, const Curve& curve);
void draw_dots(Drawing& drawing, const Area& area, const Chart& chart);
/// Draws a text over curves, on a patch of background.
void draw_caption(Drawing& drawing, Point at, const std::string& text, const Font& font);
/// Draws chart.vertical_lines. Their texts are in two rows and never overlap; the later have
/// priority.
void draw_vertical_lines(Drawing& drawing, const Area& area, const Chart& chart);
/// Draws chart.horizontal_lines and tints the area above them.
void draw_horizontal_lines(Drawing& drawing, const Area& area, const Chart& chart);
/// Draws marker_shape(index) around `at`, to tell curves apart.
void draw_marker(Drawing& drawing, Point at, int index, Rgb color);
void draw_ring(Drawing& drawing, Point at);
constexpr double margin = 72, head = 64;
/// Draws a title and, if it fits, a subtitle above an area that begins `head` below the upper edge.
void draw_titles(Drawing& drawing, double right, const std::string& title,
                 const std::string& subtitle);

/// Returns a chart as a figure whose area has this size.
Drawing make_drawing(const Chart& chart, double width, double height);

}  // namespace chart
