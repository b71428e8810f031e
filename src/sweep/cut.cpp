#include "sweep/cut.h"

#include <algorithm>
#include <cmath>

#include "sweep/picture.h"

namespace sweep {
namespace {

const Cell* or_null(const Cell& cell) { return cell.there ? &cell : nullptr; }

std::vector<double> values_of(const Cut& cut, const sim::Metric& metric) {
  std::vector<double> values;
  for (const Cell* cell : cut.cells)
    if (cell) values.push_back(metric.shown(*cell, *cut.body));
  return values;
}

void add(chart::Chart& chart, chart::Side& side, const Cut& cut, const sim::Metric& metric,
         const chart::Axis& axis, int ticks) {
  chart::Curve& curve = chart.curves.emplace_back();
  curve.name = metric.title;
  curve.color = *side.color;
  curve.bold = true;
  side.title = std::string(metric.title) + ", " + std::string(metric.unit_for(*cut.body).name);
  side.ticks = chart::ticks(axis, ticks);
  for (size_t i = 0; i < cut.cells.size(); ++i)
    if (const Cell* cell = cut.cells[i])  // what is not there yet is no gap
      curve.points.push_back({(static_cast<double>(i) + 0.5) / cut.axis->count,
                              std::clamp(axis.unit(metric.shown(*cell, *cut.body)), 0., 1.)});
}

}  // namespace

Cut along_x(const Result& result, int row) {
  Cut cut{&result.grid.x, {}, result.grid.scene->skeleton};
  for (int i = 0; i < result.grid.columns(); ++i) cut.cells.push_back(or_null(result.at(i, row)));
  return cut;
}

Cut along_y(const Result& result, int column) {
  Cut cut{&*result.grid.y, {}, result.grid.scene->skeleton};
  for (int i = 0; i < result.grid.rows(); ++i) cut.cells.push_back(or_null(result.at(column, i)));
  return cut;
}

chart::Chart chart_of(const Cut& cut, double most_oscillation, int ticks) {
  const sim::Metric &error = sim::error_metric(), &oscillation = sim::oscillation_metric();
  chart::Chart chart;
  chart.left.color = chart::Rgb{0x00, 0x72, 0xb2};
  chart.right.color = chart::Rgb{0xd5, 0x5e, 0x00};
  add(chart, chart.left, cut, error, axis_of(values_of(cut, error), error.scale), ticks);
  chart::Axis right = axis_of(values_of(cut, oscillation), oscillation.scale);
  const double border = shown(most_oscillation);
  const bool has_border = border > 0 && std::isfinite(border);
  if (has_border)  // it is always in sight
    right.range = {std::min(right.range.lo, 0.8 * border), std::max(right.range.hi, 1.25 * border)};
  add(chart, chart.right, cut, oscillation, right, ticks);
  chart.curves.back().dashed = true;
  if (has_border) chart.level.push_back({right.unit(border), "shakes above", *chart.right.color});
  return chart;
}

}  // namespace sweep
