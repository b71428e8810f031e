#include "sweep/cell_runner.h"

#include <algorithm>
#include <array>
#include <memory>

#include "base/error.h"
#include "ik/batch/lanes.h"
#include "sim/metrics/measurement.h"
#include "sweep/geometry.h"

namespace sweep {

constexpr int64_t longest_track = 100'000;  // steps; more would take more memory than it is worth

CellRunner::CellRunner(const Grid& grid) : grid_(grid), start_(grid.scene) {
  const int64_t total = grid.warmup + grid.steps;
  if (grid.steps < 1 || grid.warmup < 0 || total > most_steps)
    throw base::Error("a cell of a map has 1 to " + std::to_string(most_steps) +
                      " steps, including the warm-up");
  start_.run().timed = false;
  const auto is_of_method = [&](const Axis& axis) {
    return !start_.world().has(axis.key) && !find_geometry(start_.skeleton(), axis.key);
  };
  const bool same_for_all =
      !grid.solves && is_of_method(grid.x) && (!grid.y || is_of_method(*grid.y));
  if (!same_for_all || total > longest_track) return;
  sim::Simulation moving = start_;
  track_.reserve(static_cast<size_t>(total));
  for (int64_t k = 0; k < total; ++k) {
    moving.move_targets();
    track_.push_back(moving.target_state());
  }
}

sim::Simulation CellRunner::at(int number) const {
  sim::Simulation simulation = start_;
  for (const Grid::AxisIndex& index : grid_.indices(number))
    simulation.apply(command_for(simulation, index.axis->key, index.value()));
  return simulation;
}

jobs::Slices CellRunner::run(std::span<const int> numbers, std::span<Cell> cells) const {
  if (grid_.solves) {
    jobs::Slices searches = search_cells(grid_, start_, numbers, cells);
    while (searches.advance()) co_await jobs::pause;
    co_return;
  }
  constexpr size_t width = ik::LaneSolver::width;
  for (size_t from = 0; from < numbers.size(); from += width) {
    std::array<Cell, width> found;
    std::array<size_t, width> indices{};
    std::vector<base::Settings> settings;
    for (size_t i = from; i < std::min(from + width, numbers.size()); ++i) {
      const sim::Simulation simulation = at(numbers[i]);
      const ik::Solver& solver = simulation.run().solver();
      if (track_.empty() || !ik::LaneSolver::supports(solver)) {
        for (jobs::Slices alone = run(numbers[i], cells[i]); alone.advance();) co_await jobs::pause;
        continue;
      }
      indices[settings.size()] = i;
      settings.push_back(solver.settings());
    }
    if (settings.empty()) continue;
    jobs::Slices lanes = run_lanes(start_.run(), settings, track_, grid_.warmup,
                                   std::span(found).first(settings.size()));
    while (lanes.advance()) co_await jobs::pause;
    for (size_t i = 0; i < settings.size(); ++i) cells[indices[i]] = found[i];
  }
}

jobs::Slices CellRunner::run(int number, Cell& cell) const {
  // It is on the heap, since a coroutine's variables lack the alignment that Eigen may need.
  const auto running = std::make_unique<sim::Simulation>(at(number));
  sim::Simulation& simulation = *running;
  sim::Run& run = simulation.run();
  const double dt = simulation.scene().dt;
  sim::Measurement measurement(simulation.skeleton().joints(), run.tolerances(), grid_.steps);
  const int64_t total = grid_.warmup + grid_.steps;
  for (int64_t k = 0; k < total; ++k) {
    if (k % steps_per_slice == 0) co_await jobs::pause;
    if (track_.empty()) {
      simulation.move_targets();
      run.step(simulation.target_state(), dt);
    } else {
      run.step(track_[k], dt);
    }
    if (k >= grid_.warmup) measurement.add(run);
  }
  cell = {measurement.summary(), true};
}

std::unique_ptr<const Cells> computed_here(const Grid& grid) {
  return std::make_unique<CellRunner>(grid);
}

}  // namespace sweep
