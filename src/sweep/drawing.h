#pragma once
#include <memory>
#include <span>
#include <vector>

#include "chart/drawing.h"
#include "sweep/picture.h"

namespace sweep {

// The next functions draw parts of a map, for files and the window.
/// Draws iso-lines and the marks of the best cell and the least error; if detailed, thin lines and
/// texts too.
void draw_lines_and_marks(chart::Drawing& drawing, const chart::Area& area, const Picture& picture,
                          bool detailed);
void draw_least_mark(chart::Drawing& drawing, Point at);
void draw_color_bar(chart::Drawing& drawing, const chart::Area& area, const Picture& picture);

/// Draws one map or several with the same axes and colours: iso-lines, axes, legend.
chart::Drawing map_drawing(std::span<const Result* const> maps, View view);
chart::Drawing sweep_drawing(const Result& result, const View& view);

/// A straight cut through a map along one of its axes, or a whole sweep.
struct Cut {
  const Axis* axis;
  std::vector<const Cell*> cells;  ///< axis->count; null where there is none yet
  std::shared_ptr<const ik::Skeleton> body;
};
/// Returns the cut along x through a row, or, if along_y, along y through a column.
Cut make_cut(const Result& result, int row_or_column, bool along_y = false);

/// Returns a chart of error, left axis, and oscillation, right axis, with the limit above which a
/// run shakes, rad/step²; ticks: about how many per side. The caller fills in the side below.
chart::Chart chart_of(const Cut& cut, double most_oscillation, int ticks);

}  // namespace sweep
