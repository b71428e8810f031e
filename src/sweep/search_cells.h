#pragma once
#include <span>

#include "jobs/slices.h"
#include "sim/simulation.h"
#include "sweep/grid.h"

namespace sweep {

/// Cells that are searches  (mathematics.md, "Solving"): from the start pose, for the targets where
/// they are at the start, both as the axes say. start: of the grid, before the first step.
jobs::Slices search_cells(const Grid& grid, const sim::Simulation& start,
                          std::span<const int> numbers, std::span<Cell> cells);

}  // namespace sweep
