#pragma once
#include <span>

#include "ik/batch/lanes.h"
#include "jobs/slices.h"
#include "sweep/grid.h"

namespace sweep {

constexpr int64_t steps_per_slice = 8;  ///< between two pauses

/// Cells that share their targets, run at once: a sim::Run with a sim::Measurement in each lane.
/// start: before the first step, with a method and a pose that all have; settings: of each cell, at
/// most LaneSolver::width; track: the targets at each step, warm-up included. Writes a cell for
/// each. All these must live until it is done.
jobs::Slices run_lanes(const sim::Run& start, std::span<const base::Settings> settings,
                       std::span<const ik::Targets> track, int64_t warmup, std::span<Cell> cells);

}  // namespace sweep
