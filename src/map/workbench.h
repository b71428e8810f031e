#pragma once
#include <atomic>
#include <vector>

#include "map/grid.h"

namespace map {

/// Runs the cells of a grid, each as it would run alone, bit by bit. What they share, where the
/// targets are at each step, is computed once. For many threads at a time.
class Workbench {
 public:
  explicit Workbench(const Grid& grid);  // throws ik::Error

  /// The cell; not there if `stop` became true meanwhile.
  Cell cell(int number, const std::atomic<bool>& stop) const;

 private:
  Grid grid_;
  sim::Simulation start_;
  std::vector<ik::Targets> track_;  // of every step; empty if not the same for all cells
};

}  // namespace map
