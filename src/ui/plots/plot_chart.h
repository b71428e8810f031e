#pragma once
#include "chart/chart.h"
#include "ui/plots/plot.h"

namespace ui {

/// The step next to a value of x.
int64_t step_at(const PlotData& data, double x);

/// The sample of a series at a step, or nullptr.
const float* sample(const Series& series, int64_t step);

/// The samples of the curves that are shown, with a bucket to either side of the range, thinned to
/// two points a bucket.
void thin(const PlotData& data, const PlotState& state, Range x, int64_t bucket,
          std::vector<std::vector<Point>>& points);

/// The range of the values shown, next to `current`; a bound far off them does not count.
Range fit_values(const PlotData& data, const PlotState& state,
                 const std::vector<std::vector<Point>>& points, Range current);

/// A plot as a chart, with at most so many ticks; the memory of `chart` is used again.
void describe(const PlotData& data, const PlotState& state, const Axis& x, const Axis& y,
              const std::vector<std::vector<Point>>& points, int most_rows, int most_columns,
              const view::Palette& palette, chart::Chart& chart);

}  // namespace ui
