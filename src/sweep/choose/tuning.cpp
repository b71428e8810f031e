#include "sweep/choose/tuning.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "sweep/cell_runner.h"
#include "sweep/geometry.h"
#include "sweep/picture.h"

namespace sweep {
namespace {

/// Returns the cell nearest to the present setting, of those that differ from this one by rounding
/// alone: what does not matter stays as it is.
int nearest_tie(const Result& result, int cell, const sim::Simulation& simulation) {
  constexpr double same = 1e-9;
  const Grid& grid = result.grid;
  const auto distance2 = [&](int other) {
    double sum = 0;
    for (const auto& [axis, i] : grid.indices(other)) {
      const double now = axis->position(value_of(simulation, axis->key));
      sum += std::pow(i - std::clamp(now, 0., axis->count - 1.), 2);
    }
    return sum;
  };
  const Cell& best = result.cells[cell];
  for (int other = 0; other < grid.cells(); ++other) {
    const Cell& it = result.cells[other];
    if (it.is_computed && it.mean_total_error <= (1 + same) * best.mean_total_error &&
        it.oscillation_mean <= best.oscillation_mean + same && distance2(other) < distance2(cell))
      cell = other;
  }
  return cell;
}

/// Finds the best cell of a result, each candidate computed alone.
jobs::Slices find_best(Background& background, Result& result, const sim::Simulation& simulation,
                       double most_oscillation, std::optional<int>& found) {
  // It is on the heap, since a coroutine's variables lack the alignment that Eigen may need.
  const auto runner = std::make_unique<const CellRunner>(result.grid);
  std::set<int> alone;
  for (;;) {
    found = least_error(result, most_oscillation);
    if (!found) co_return;
    if (alone.contains(*found)) found = nearest_tie(result, *found, simulation);
    if (!alone.insert(*found).second) co_return;
    jobs::Slices run = background.compute(runner->run(*found, result.cells[*found]));
    while (run.advance()) co_await run.paused();
  }
}

/// Extends an axis if the best cell is at an end that is not fixed. While all cells shake, the one
/// with the least oscillation counts. Returns whether an axis has changed.
bool widen(const Grid& grid, int cell, TuneRequest& request, std::vector<std::string>& widened) {
  bool any = false;
  for (const Edge& edge : edges_of(grid, cell)) {
    if (std::ranges::find(request.fixed, edge.key) != request.fixed.end()) continue;
    Axis& axis = *std::ranges::find(request.axes, edge.key, &Axis::key);
    const Axis wide = extended_beyond(grid, edge);
    if (wide == axis) continue;
    axis = wide;
    any = true;
    if (std::ranges::find(widened, edge.key) == widened.end()) widened.push_back(edge.key);
  }
  return any;
}

}  // namespace

jobs::Slices tune(Background& background, const sim::Simulation& simulation, TuneRequest request,
                  Best& best) {
  best = {};
  Result result;
  std::optional<int> found;
  for (int i = 0;; ++i) {
    const auto& axes = request.axes;
    best.grid =
        grid_of(simulation, axes[0], axes.size() > 1 ? std::optional(axes[1]) : std::nullopt);
    best.grid.steps = request.steps;
    best.grid.warmup = request.warmup;
    jobs::Slices cells = background.compute(best.grid, result);
    while (cells.advance()) co_await cells.paused();
    jobs::Slices finding =
        find_best(background, result, simulation, request.most_oscillation, found);
    while (finding.advance()) co_await finding.paused();
    if (i == max_widenings ||
        !widen(best.grid, found ? *found : *least_oscillation(result), request, best.widened))
      break;
  }
  if (!found) {
    const int quiet = *least_oscillation(result);
    throw base::Error(
        "every setting tried oscillates more than {} mrad/step²; the quietest is {}, {}",
        base::short_number(to_display(request.most_oscillation)), setting_of(best.grid, quiet),
        metrics_of(result.cells[quiet], *best.grid.scene->skeleton));
  }
  best.cell_index = *found;
  best.cell = result.cells[*found];
  best.edges = edges_of(best.grid, *found);
}

KeysAndTexts values_of(const Grid& grid, int cell) {
  KeysAndTexts values;
  for (const Grid::AxisIndex& index : grid.indices(cell))
    values.emplace_back(index.axis->key,
                        base::to_text(parameter_of(grid, *index.axis), index.value()));
  return values;
}

KeysAndTexts settings_of(const Grid& grid, int cell) {
  KeysAndTexts settings = grid.scene->settings;
  for (auto& value : values_of(grid, cell)) settings.push_back(std::move(value));
  return settings;
}

std::string text_of(const KeysAndTexts& values) {
  return base::joined(base::texts_of(
      values, [](const auto& value) { return base::format("{} {}", value.first, value.second); }));
}

std::string setting_of(const Grid& grid, int cell) { return text_of(values_of(grid, cell)); }

std::string metrics_of(const Cell& cell, const ik::Skeleton& body) {
  const sim::Metric& error = sim::error_metric();
  const bool named = body.unit() || error.unit_for(body).name == "°";
  return base::format("error {}{}{}, oscillation {} mrad/step²",
                      base::significant(error.shown(cell, body), 4), named ? " " : "",
                      named ? error.unit_for(body).name : "",
                      base::significant(to_display(cell.oscillation_mean), 3));
}

}  // namespace sweep
