#pragma once
#include "chart/chart.h"
#include "ui/plots/plot.h"

namespace ui {

/// Returns the step nearest to a value of x.
int64_t step_at(const PlotData& data, double x);

/// Returns the sample of a series at a step, or nullptr.
const float* sample(const Series& series, int64_t step);

/// Thins the visible curves to two points per bucket, with a bucket beyond each end.
void thin(const PlotData& data, const PlotState& state, Range x, int64_t bucket,
          std::vector<std::vector<Point>>& points);

/// Returns the range of the values shown, near `current`; a bound far from them does not count.
Range fit_values(const PlotData& data, const PlotState& state,
                 const std::vector<std::vector<Point>>& points, Range current);

/// Describes a plot as a chart with a limited number of ticks; reuses the memory of `chart`.
void describe(const PlotData& data, const PlotState& state, const Axis& x, const Axis& y,
              const std::vector<std::vector<Point>>& points, int most_rows, int most_columns,
              const view::Palette& palette, chart::Chart& chart);

}  // namespace ui
