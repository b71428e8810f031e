#include "sweep/cell_runner.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "ik/batch/lanes.h"
#include "ik/model/obstacle.h"
#include "sim/metrics/measurement.h"
#include "sweep/geometry.h"

namespace sweep {
namespace {

using ik::LaneSolver;
using ik::Pack;
using Packs = ik::VectorOf<Pack>;

constexpr int64_t steps_per_slice = 8;      // between two pauses
constexpr int64_t longest_track = 100'000;  // steps; more would take more memory than it is worth

/// sim::Oscillation and sim::Measurement of every lane.
class LaneMeasurement {
 public:
  LaneMeasurement(const sim::Run& start, int64_t steps)
      : start_(start),
        weights_(sim::coordinate_weights(start.solver().skeleton())),
        theta_(start.solver().pose().theta.cast<Pack>()),
        difference_(Packs::Zero(theta_.size())),
        pose_(start.solver().pose()),
        largest_(LaneSolver::width, sim::Percentile(theta_.size() * steps)) {}

  /// After each step; `counts` in those that are measured.
  void add(const LaneSolver& solver, bool counts) {
    ++step_count_;
    const Packs& theta = solver.theta();
    Pack along = 0, longest = 0;
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      const Pack now = theta[j], last = difference_[j];
      const Pack difference = (now - theta_[j]) * weights_[j];
      theta_[j] = now;
      difference_[j] = difference;
      if (!counts) continue;
      along += difference * last;
      longest = max(longest, abs(difference));
      const Pack second = step_count_ >= 2 ? abs(difference - last) : Pack(0);
      sums_.add_second(second);
      if (any(second > least_)) keep(second);
    }
    if (counts)
      sums_.add(start_.tolerances(), solver.errors(), longest, along < 0.0,
                solver.step_clamped() | solver.limit_reached(), contact_depth());
  }

  Cell cell(int lane) {
    sim::Percentile& largest = largest_[lane];
    largest.skip(sums_.numbers() - largest.count());
    Cell cell{sums_.values(start_.tolerances().hit.size(), lane), true};
    cell.oscillation_p99 = largest.p99();
    return cell;
  }

 private:
  void keep(const Pack& second) {
    for (int lane = 0; lane < LaneSolver::width; ++lane) {
      if (!(second[lane] > least_[lane])) continue;
      sim::Percentile& largest = largest_[lane];
      largest.add(second[lane]);
      least_.set(lane, largest.threshold());
    }
  }

  Pack contact_depth() {
    Pack depth = 0;
    const ik::Solver& body = start_.solver();
    for (int lane = 0; lane < LaneSolver::width && !body.obstacles().empty(); ++lane) {
      for (Eigen::Index j = 0; j < theta_.size(); ++j) pose_.theta[j] = theta_[j][lane];
      ik::forward_kinematics(body.skeleton(), pose_);
      depth.set(lane, -ik::body_clearance(body.obstacles(), body.skeleton(), pose_));
    }
    return depth;
  }

  const sim::Run& start_;
  Eigen::VectorXd weights_;
  Packs theta_, difference_;
  ik::Pose pose_;
  int64_t step_count_ = 0;
  sim::StepSums<Pack> sums_;
  Pack least_ = -1;  // a number that is no greater is not among the largest
  std::vector<sim::Percentile> largest_;
};

/// Runs cells that share their targets, each as a sim::Run with a sim::Measurement in a lane.
/// start: before the first step, with a method and a pose that all share; settings: of each cell,
/// at most LaneSolver::width; track: the targets of all steps, warm-up included. All must outlive
/// the run.
jobs::Slices run_lanes(const sim::Run& start, std::span<const base::Settings> settings,
                       std::span<const ik::Targets> track, int64_t warmup, std::span<Cell> cells) {
  const auto steps = static_cast<int64_t>(track.size());
  // A coroutine's own variables are not aligned as packets of Eigen's must be.
  const auto solver = std::make_unique<LaneSolver>(start.solver(), settings);
  const auto measurement = std::make_unique<LaneMeasurement>(start, steps - warmup);
  for (int64_t k = 0; k < steps; ++k) {
    if (k % steps_per_slice == 0) co_await jobs::pause;
    solver->step(track[k]);
    measurement->add(*solver, k >= warmup);
  }
  for (size_t i = 0; i < cells.size(); ++i) cells[i] = measurement->cell(static_cast<int>(i));
}

}  // namespace

CellRunner::CellRunner(const Grid& grid) : grid_(grid), start_(grid.scene) {
  const int64_t total = grid.warmup + grid.steps;
  if (grid.steps < 1 || grid.warmup < 0 || total > max_steps)
    throw base::Error("a cell of a map has 1 to {} steps, including the warm-up", max_steps);
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

sim::Simulation CellRunner::simulation_at(int cell_index) const {
  sim::Simulation simulation = start_;
  for (const Grid::AxisIndex& index : grid_.indices(cell_index))
    simulation.apply(command_for(simulation, index.axis->key, index.value()));
  return simulation;
}

jobs::Slices CellRunner::run(std::span<const int> cell_indices, std::span<Cell> cells) const {
  if (grid_.solves) {
    jobs::Slices searches = search_cells(grid_, start_, cell_indices, cells);
    while (searches.advance()) co_await jobs::pause;
    co_return;
  }
  constexpr size_t width = LaneSolver::width;
  for (size_t from = 0; from < cell_indices.size(); from += width) {
    std::array<Cell, width> found;
    std::array<size_t, width> indices{};
    std::vector<base::Settings> settings;
    for (size_t i = from; i < std::min(from + width, cell_indices.size()); ++i) {
      const sim::Simulation simulation = simulation_at(cell_indices[i]);
      const ik::Solver& solver = simulation.run().solver();
      if (track_.empty() || !LaneSolver::supports(solver)) {
        for (jobs::Slices alone = run(cell_indices[i], cells[i]); alone.advance();)
          co_await jobs::pause;
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

jobs::Slices CellRunner::run(int cell_index, Cell& cell) const {
  // It is on the heap, since a coroutine's variables lack the alignment that Eigen may need.
  const auto running = std::make_unique<sim::Simulation>(simulation_at(cell_index));
  sim::Simulation& simulation = *running;
  sim::Run& run = simulation.run();
  sim::Measurement measurement(simulation.skeleton().joints(), run.tolerances(), grid_.steps);
  const int64_t total = grid_.warmup + grid_.steps;
  for (int64_t k = 0; k < total; ++k) {
    if (k % steps_per_slice == 0) co_await jobs::pause;
    if (track_.empty()) simulation.move_targets();
    run.step(track_.empty() ? simulation.target_state() : track_[k]);
    if (k >= grid_.warmup) measurement.add(run);
  }
  cell = {measurement.summary(), true};
}

std::unique_ptr<const CellComputer> make_cell_runner(const Grid& grid) {
  return std::make_unique<CellRunner>(grid);
}

}  // namespace sweep
