#include "sweep/best.h"

#include <limits>
#include <tuple>

#include "base/text.h"
#include "sweep/geometry.h"
#include "sweep/picture.h"

namespace sweep {
namespace {

std::optional<int> least(const Result& result, double most_oscillation, const auto& key) {
  std::optional<int> best;
  for (int i = 0; i < static_cast<int>(result.cells.size()); ++i) {
    const Cell& cell = result.cells[i];
    if (!cell.is_computed || !(cell.oscillation_mean <= most_oscillation)) continue;
    if (!best || key(cell) < key(result.cells[*best])) best = i;
  }
  return best;
}

}  // namespace

std::optional<int> least_error(const Result& result, double most_oscillation) {
  return least(result, most_oscillation, [](const Cell& cell) {
    return std::tuple(cell.mean_total_error, cell.oscillation_mean);
  });
}

std::vector<Edge> edges_of(const Grid& grid, int cell) {
  std::vector<Edge> edges;
  for (const auto& [axis, i] : grid.indices(cell)) {
    const base::Parameter& parameter = parameter_of(grid, *axis);
    if (!parameter.choices.empty() || (i > 0 && i < axis->count - 1)) continue;
    const bool upper = i > 0;
    edges.push_back(
        {axis->key, upper, upper ? axis->to >= parameter.max : axis->from <= parameter.min});
  }
  return edges;
}

const Axis& axis_of(const Grid& grid, const Edge& edge) {
  return grid.x.key == edge.key ? grid.x : *grid.y;
}

Axis extended_beyond(const Grid& grid, const Edge& edge) {
  const Axis& axis = axis_of(grid, edge);
  return with_count(widened(axis, parameter_of(grid, axis), edge.upper), axis.count);
}

std::string edge_text(const Grid& grid, const Edge& edge) {
  const Axis& axis = axis_of(grid, edge);
  const base::Parameter& parameter = parameter_of(grid, axis);
  return base::format("{} is at the {} end of {}, {}{}", base::name_of(parameter),
                      edge.upper ? "upper" : "lower",
                      edge.of_range ? "its range" : "what was tried",
                      base::number_text(parameter, edge.upper ? axis.to : axis.from),
                      edge.of_range ? ""
                      : edge.upper  ? ": larger ones may do better"
                                    : ": smaller ones may do better");
}

std::string task_note(const Grid& grid) {
  std::vector<std::string> names;
  for (const auto& [axis, i] : grid.indices(0))
    if (axis->key == sim::world::target_speed().key ||
        axis->key == sim::world::target_amplitude().key || is_geometry(axis->key))
      names.push_back(base::title_of(parameter_of(grid, *axis)));
  if (names.empty()) return {};
  return base::format(
      "{} {} part of the task, not {}: the error is least where the task is easiest",
      base::joined(names, " and "), names.size() == 1 ? "is" : "are",
      names.size() == 1 ? "a setting" : "settings");
}

std::optional<int> least_oscillation(const Result& result) {
  return least(result, std::numeric_limits<double>::infinity(), [](const Cell& cell) {
    return std::tuple(cell.oscillation_mean, cell.mean_total_error);
  });
}

}  // namespace sweep
