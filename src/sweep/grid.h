#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/metrics/metric.h"
#include "sim/scene.h"
#include "sweep/axis.h"

namespace sweep {

/// The definition of a map: a scene with its method and settings, run for every pair of values.
struct Grid {
  std::shared_ptr<const sim::Scene> scene;  ///< only its first run counts
  Axis x;
  std::optional<Axis> y = {};  ///< absent in a sweep
  int64_t steps = 600;         ///< measured steps
  int64_t warmup = 120;        ///< steps before these
  /// Cells are searches for a pose for the targets at the start, of at most `steps` updates.
  bool solves = false;
  int64_t restarts = 0;  ///< the largest number of further starts of a search, from random poses

  int columns() const { return x.count; }
  int rows() const { return y ? y->count : 1; }
  /// Returns the number of cells. Their indices run row by row, from `from` on.
  int cells() const { return columns() * rows(); }
  bool operator==(const Grid& other) const;

  /// The index of a cell's value on an axis.
  struct AxisIndex {
    const Axis* axis;
    int i;
    double value() const { return axis->value(i); }
  };
  std::vector<AxisIndex> indices(int cell) const;  ///< on x, and on y if there is one
};

constexpr int64_t max_steps = 1'000'000;  ///< warm-up and measured together

/// The scene of the selected run with its method, settings, held targets and obstacles, but from
/// the start pose and time. Prerequisites of the axes are switched on, such as dmax_mode for dmax.
/// Throws base::Error if a cell could not be run.
Grid grid_of(const sim::Simulation& simulation, Axis x, std::optional<Axis> y = {});

/// A cell's metrics, without those that are computing times.
struct Cell : sim::MetricValues {
  bool is_computed = false;
  bool operator==(const Cell&) const = default;
};

/// Returns the metrics that cells have: those of runs, or of searches.
const std::vector<const sim::Metric*>& metrics(bool solves = false);

/// The result of a map, possibly partial.
struct Result {
  Grid grid;
  std::vector<Cell> cells = {};  ///< grid.cells()

  const Cell& at(int column, int row) const { return cells[row * grid.columns() + column]; }
  /// Returns the cell or, until it is computed, the computed cell of a coarser level that covers
  /// it; else null.
  const Cell* cell_to_show(int column, int row) const;
  /// Returns the finest complete level: every eighth column and row (8), ..., all (1); 0 if none.
  int level() const;
  /// Returns a metric of all cells in its displayed unit; NaN where it is missing or not computed.
  std::vector<double> values(const sim::Metric& metric) const;
};

/// Returns the indices of all cells, each once: first of every eighth column and row, then fourth,
/// second, all.
std::vector<int> coarse_to_fine(const Grid& grid);

}  // namespace sweep
