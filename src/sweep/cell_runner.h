#pragma once
#include <span>
#include <vector>

#include "jobs/slices.h"
#include "sweep/grid.h"

namespace sweep {

/// Runs the cells of a grid. The targets' positions at each step, which the cells share, are
/// computed once. Thread-safe.
class CellRunner {
 public:
  explicit CellRunner(const Grid& grid);  // throws base::Error

  /// Writes the cell as it would run alone, bit by bit.
  jobs::Slices run(int number, Cell& cell) const;
  /// Writes the cells of these numbers, several at once where ik::LaneSolver can: the same up to
  /// rounding, and bit by bit the same whatever cells are asked for together.
  jobs::Slices run(std::span<const int> numbers, std::span<Cell> cells) const;

 private:
  sim::Simulation at(int number) const;

  Grid grid_;
  sim::Simulation start_;
  std::vector<ik::Targets> track_;  // of every step; empty if not the same for all cells
};

}  // namespace sweep
