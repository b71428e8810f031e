#include "ui/plots/plot_export.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chart/chart_drawing.h"
#include "ui/plots/figure.h"
#include "ui/plots/plot_chart.h"
#include "ui/plots/plot_painter.h"

namespace ui {
namespace {

/// The steps in sight that some curve has.
struct Steps {
  int64_t first, end;
};
Steps steps_in(const PlotData& data, Range x) {
  int64_t first = std::numeric_limits<int64_t>::max(), end = 0;
  for (const Series& series : data.series) {
    first = std::min(first, series.samples.first);
    end = std::max(end, series.samples.end);
  }
  return {std::max(first, static_cast<int64_t>(std::ceil(x.lo / data.x_per_step))),
          std::min(end, static_cast<int64_t>(std::floor(x.hi / data.x_per_step)) + 1)};
}

}  // namespace

std::string plot_csv(const PlotData& data, const PlotState& state, Range x) {
  std::string csv = std::string("step,") + data.x_unit;
  for (const Series& series : data.series)
    if (!state.hidden.contains(series.name)) csv.append(",").append(csv_cell(series.name));
  csv += "\n";
  const Steps steps = steps_in(data, x);
  for (int64_t step = steps.first; step < steps.end; ++step) {
    csv += std::to_string(step) + "," + csv_cell(static_cast<double>(step) * data.x_per_step);
    for (const Series& series : data.series) {
      if (state.hidden.contains(series.name)) continue;
      const float* sample = PlotPainter::sample(series, step);
      csv.append(",").append(sample ? csv_cell(*sample * series.factor) : "");
    }
    csv += "\n";
  }
  return csv;
}

chart::Drawing plot_figure(const PlotData& data, const PlotState& state, Range x,
                           const view::Palette& palette, const std::string& subject) {
  constexpr double width = 720, height = 232;
  constexpr int rows = 6, columns = 8;
  const auto steps = static_cast<int64_t>(x.size() / data.x_per_step);
  std::vector<std::vector<Point>> points;
  thin(data, state, x, std::max<int64_t>(1, steps / static_cast<int64_t>(width)), points);
  const Axis up{state.y_held ? state.y : fit_values(data, state, points, state.y), state.log};
  chart::Chart chart;
  describe(data, state, {x, false}, up, points, rows, columns, palette, chart);
  chart.subtitle = subject;
  return chart::drawing(chart, width, height);
}

}  // namespace ui
