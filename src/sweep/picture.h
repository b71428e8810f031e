#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chart/chart.h"
#include "sim/metrics/measurement.h"
#include "sweep/grid.h"

namespace sweep {

/// The contents of a map's drawing, for the window and for files.

/// A point on a map in cells: (0, 0) is the middle of the first one.
using chart::Point;

/// One piece of an iso-line, closed if its ends are equal.
using Line = std::vector<Point>;

/// Returns the lines on which `values`, row by row, cross a level: marching squares between the
/// centres of the cells, linear between two of them. There is no line where a value is not finite.
/// Greater values are on the left of a line.
std::vector<Line> contour(const std::vector<double>& values, int columns, int rows, double level);

/// The same for a metric of a map's finest complete level, on its logarithm if it is shown so.
std::vector<Line> contour(const Result& result, const sim::Metric& metric, double level);

/// Returns an axis from the least to the greatest number that the scale can show: finite and, if it
/// is logarithmic, positive; never an empty range.
chart::Axis axis_of(const std::vector<double>& values, base::Scale scale);

/// Returns the axis of a metric on several maps.
chart::Axis common_axis(std::span<const Result* const> maps, const sim::Metric& metric);

struct View {
  const sim::Metric* metric = &sim::error_metric();  ///< as colour
  double most_oscillation = sim::shaking;            ///< above it, a cell is said to shake
  std::optional<double> bound = {};        ///< the best cell's largest oscillation, if another
  std::optional<chart::Axis> colors = {};  ///< of the metric as displayed; none: its whole range
  int step = 1;                            ///< only each such column and row is drawn
};

/// Converts an oscillation, rad/step², to the unit in which it is displayed.
inline double to_display(double oscillation) {
  return sim::oscillation_metric().times * oscillation;
}

struct IsoLine {
  double level;
  std::string text;         ///< the level, rounded
  bool bold;                ///< the border of what shakes
  std::vector<Line> lines;  ///< 0 to 1 from the map's lower left corner
};

struct Picture {
  const sim::Metric* metric = &sim::error_metric();  ///< as colour
  chart::Side x, y, colors;                          ///< y of a sweep is empty
  std::string title, method, subtitle, contours_title = {};
  int columns, rows;                                  ///< that are drawn
  std::vector<std::optional<chart::Rgb>> cells = {};  ///< row by row, the first at the bottom
  std::vector<IsoLine> lines = {};
  // 0 to 1: the least error under the bound, the least of all, a point amid what shakes
  std::optional<Point> best = {}, least = {}, shaking = {};
};

/// Colours of the metric, iso-lines of the other (of oscillation, or of the error where that is
/// the colour), the border of what shakes, the best cell.
Picture make_picture(const Result& result, const View& view = {});

struct Label {
  Point at;  ///< its middle, 0 to 1
  std::string text;
};
/// The labels of the levels, placed without overlaps. The map's size is in text heights.
std::vector<Label> line_labels(const Picture& picture, double width, double height);

/// Convert a point in cells to 0 to 1 on the map, and back.
Point on_picture(const Grid& grid, Point cell);
Point on_grid(const Grid& grid, Point point);

/// Returns the colour of a fraction of a metric's range, on the metric's kind of colour scale.
chart::Rgb color_of(const sim::Metric& metric, double share);

/// A parameter's name as an axis has it: "λ (unit/rad)", of the grid's method or of the world.
const base::Parameter& parameter_of(const Grid& grid, const Axis& axis);
std::string axis_title(const base::Parameter& parameter);

}  // namespace sweep
