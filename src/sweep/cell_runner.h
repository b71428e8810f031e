#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "jobs/slices.h"
#include "sweep/grid.h"

namespace sweep {

/// Computes the cells of one grid, here or elsewhere.
class CellComputer {
 public:
  virtual ~CellComputer() = default;

  /// Computes cell cell_indices[i] into cells[i]: the same bits wherever and in whatever groups.
  virtual jobs::Slices run(std::span<const int> cell_indices, std::span<Cell> cells) const = 0;
};

/// Makes the computer of a grid's cells. Throws base::Error if the grid cannot be run.
using CellComputerFactory = std::function<std::unique_ptr<const CellComputer>(const Grid&)>;

/// Runs the cells of a grid in this process. Target positions that all cells share are computed
/// once.
class CellRunner final : public CellComputer {
 public:
  explicit CellRunner(const Grid& grid);  // throws base::Error

  /// Computes one cell by a sim::Run.
  jobs::Slices run(int cell_index, Cell& cell) const;
  /// Computes several cells at once if ik::LaneSolver supports them: equal to single
  /// runs up to rounding.
  jobs::Slices run(std::span<const int> cell_indices, std::span<Cell> cells) const override;

  /// Returns the simulation with the values of that cell, before the first step.
  sim::Simulation simulation_at(int cell_index) const;

 private:
  Grid grid_;
  sim::Simulation start_;
  std::vector<ik::Targets> track_;  // of every step; empty if cells do not share them
};

std::unique_ptr<const CellComputer> make_cell_runner(const Grid& grid);

/// Computes cells that are searches  (mathematics.md, "Solving"), from the start pose to the
/// targets at the start, both changed as the axes say. start: the grid's simulation before its
/// first step.
jobs::Slices search_cells(const Grid& grid, const sim::Simulation& start,
                          std::span<const int> cell_indices, std::span<Cell> cells);

}  // namespace sweep
