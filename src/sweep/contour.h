#pragma once
#include <vector>

#include "chart/chart.h"
#include "sweep/grid.h"

namespace sweep {

/// A point on a map in cells: (0, 0) is the middle of the first one.
using chart::Point;

/// One piece of an iso-line; closed if it ends where it begins.
using Line = std::vector<Point>;

/// Returns the lines on which `values`, row by row, cross a level: marching squares between the
/// centres of the cells, linear between two of them. There is no line where a value is not finite.
/// Greater values are on the left of a line.
std::vector<Line> contour(const std::vector<double>& values, int columns, int rows, double level);

/// The same for a metric of a map's finest complete level, on its logarithm if it is shown so.
std::vector<Line> contour(const Result& result, const sim::Metric& metric, double level);

}  // namespace sweep
