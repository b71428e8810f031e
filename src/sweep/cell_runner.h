#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "jobs/slices.h"
#include "sweep/grid.h"

namespace sweep {

class Cells {
 public:
  virtual ~Cells() = default;

  /// Writes the cells of these numbers, the same bit by bit wherever and in whatever groups.
  virtual jobs::Slices run(std::span<const int> numbers, std::span<Cell> cells) const = 0;
};

/// Gives what computes a grid. Throws base::Error if that cannot be run.
using CellsOf = std::function<std::unique_ptr<const Cells>(const Grid&)>;

/// Runs the cells of a grid here. The targets' positions, which they share, are computed once.
class CellRunner final : public Cells {
 public:
  explicit CellRunner(const Grid& grid);  // throws base::Error

  /// Writes the cell as it would run alone, bit by bit.
  jobs::Slices run(int number, Cell& cell) const;
  /// Several at once where ik::LaneSolver can: the same as alone up to rounding.
  jobs::Slices run(std::span<const int> numbers, std::span<Cell> cells) const override;

  /// Returns the simulation with the values of that cell, before the first step.
  sim::Simulation at(int number) const;

 private:
  Grid grid_;
  sim::Simulation start_;
  std::vector<ik::Targets> track_;  // of every step; empty if not the same for all cells
};

std::unique_ptr<const Cells> computed_here(const Grid& grid);  ///< by a CellRunner

/// Cells that are searches  (mathematics.md, "Solving"): from the start pose, for the targets where
/// they are at the start, both as the axes say. start: of the grid, before the first step.
jobs::Slices search_cells(const Grid& grid, const sim::Simulation& start,
                          std::span<const int> numbers, std::span<Cell> cells);

}  // namespace sweep
