#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/metrics/measurement.h"
#include "ui/plots/drawing_painter.h"
#include "ui/plots/plot.h"

namespace ui {
namespace {

/// Returns the least and the greatest value in the last `count` steps up to this one.
Extent recent(const Samples& samples, double step, int64_t count) {
  Extent all;
  const auto end = std::min(static_cast<int64_t>(step) + 1, samples.end);
  for (int64_t s = std::max(end - count, samples.first); s < end;) {
    const auto values = samples.from(s);
    if (values.empty()) break;
    for (const float value : values.first(std::min(values.size(), static_cast<size_t>(end - s))))
      if (std::isfinite(value)) all.add(value);
    s += static_cast<int64_t>(values.size());
  }
  return all;
}

}  // namespace

int64_t step_at(const PlotData& data, double x) {
  return std::llround(std::clamp(x / data.x_per_step, -1e15, 1e15));
}

const float* sample(const Series& series, int64_t step) {
  if (step < series.samples.first || step >= series.samples.end) return nullptr;
  const auto run = series.samples.from(step);
  return run.empty() ? nullptr : run.data();
}

void thin(const PlotData& data, const PlotState& state, Range x, int64_t bucket,
          std::vector<std::vector<Point>>& points) {
  const int64_t first = step_at(data, x.lo) - bucket - 1, end = step_at(data, x.hi) + bucket + 2;
  points.resize(std::max(points.size(), data.series.size()));
  for (size_t i = 0; i < data.series.size(); ++i)
    if (!state.hidden.contains(data.series[i].name))
      decimate(data.series[i].samples, first, end, bucket, points[i]);
}

Range fit_values(const PlotData& data, const PlotState& state,
                 const std::vector<std::vector<Point>>& points, Range current) {
  Extent curves, bounds;
  for (size_t i = 0; i < data.series.size(); ++i) {
    const Series& series = data.series[i];
    if (!state.hidden.contains(series.name))
      (series.reference ? bounds : curves).add(points[i], series.factor, state.log);
  }
  if (curves.any && curves.range.hi > 0 && curves.range.hi < data.least) curves.add(data.least);
  const double near = state.log ? 30 : 2.5;  // a bound this far from the curves is still shown
  if (bounds.any && (!curves.any || bounds.range.hi < near * curves.range.hi)) {
    curves.add(bounds.range.lo);
    curves.add(bounds.range.hi);
  }
  return follow_range(current, fit_range(curves.any ? curves.range : Range{}, state.log),
                      state.log);
}

void fill_chart(const PlotData& data, const PlotState& state, const Axis& x, const Axis& y,
                const std::vector<std::vector<Point>>& points, int most_rows, int most_columns,
                const view::Palette& palette, chart::Chart& chart) {
  chart.title = data.title;
  if (!data.unit.empty()) chart.title.append(", ").append(data.unit);
  chart.grid = true;
  chart.left.ticks = ticks(y, most_rows);
  chart.below.ticks = ticks(x, most_columns);
  for (chart::Tick& tick : chart.below.ticks)
    if (!tick.text.empty()) tick.text.append(" ").append(data.x_unit);
  chart.vertical_lines.clear();
  for (const PlotMark& mark : data.marks) {
    const double at = x.to_unit(static_cast<double>(mark.step) * data.x_per_step);
    if (at >= 0 && at <= 1) chart.vertical_lines.push_back({at, mark.text, rgb(palette.text_dim)});
  }
  size_t count = 0;
  for (size_t i = 0; i < data.series.size(); ++i) {
    const Series& series = data.series[i];
    if (state.hidden.contains(series.name)) continue;
    if (chart.curves.size() == count) chart.curves.emplace_back();
    chart::Curve& curve = chart.curves[count++];
    curve.name = series.name;
    curve.color = rgb(series.color);
    curve.bold = series.bold;
    curve.dashed = series.reference;
    curve.marker = data.marked() ? series.mark : -1;
    curve.phase = x.to_unit(0);
    curve.points.clear();
    curve.band.clear();
    const double below = data.series.size() == 1 ? 1 : 0.07;  // several bands do not overlap
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const auto clamped = [&](double value) { return std::clamp(y.to_unit(value), -8., 9.); };
    for (const Point& point : points[i]) {
      const double value = point.value * series.factor;
      const bool drawn = std::isfinite(value) && (!y.log || value > 0);
      const double at = drawn ? clamped(value) : nan;
      curve.points.push_back({x.to_unit(point.step * data.x_per_step), at});
      if (!series.oscillation) continue;
      // A two-step cycle oscillates by the same amount in every step, so that the curve of the
      // oscillation alone is as flat as that of a body at rest.
      Range band{nan, nan};
      if (recent(*series.oscillation, point.step, 12).range.hi > sim::shaking) {
        const Range values = recent(series.samples, point.step, 4).range;
        band = series.is_oscillation
                   ? Range{std::max(at - below, 0.), at}
                   : Range{clamped(values.lo * series.factor), clamped(values.hi * series.factor)};
      }
      curve.band.push_back(band);
    }
  }
  chart.curves.resize(count);
}

}  // namespace ui
