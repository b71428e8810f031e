#pragma once
#include <span>

#include "ik/batch/lanes.h"
#include "jobs/slices.h"
#include "sweep/grid.h"

namespace sweep {

constexpr int64_t steps_per_slice = 8;  ///< between two pauses

/// Cells that share their targets, run at once: sim::Run and sim::Measurement with a lane for each.
/// settings: of each cell, at most LaneSolver::width, all such that LaneSolver::supports() is true;
/// theta: the pose they start in; tolerances: Run::tolerances; obstacles: what contacts are
/// measured with; track: the targets at each step,
/// warm-up included. Writes a cell for each.
jobs::Slices run_lanes(std::shared_ptr<const ik::Skeleton> skeleton, const ik::MethodInfo& method,
                       std::span<const base::Settings> settings, Eigen::VectorXd theta,
                       sim::Tolerances tolerances, std::span<const ik::Obstacle> obstacles,
                       std::span<const ik::Targets> track, int64_t warmup, std::span<Cell> cells);

}  // namespace sweep
