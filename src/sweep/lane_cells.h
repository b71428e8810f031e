#pragma once
#include <atomic>
#include <span>
#include <vector>

#include "ik/batch/lanes.h"
#include "sweep/grid.h"

namespace sweep {

/// Cells that share their targets, run at once: sim::Run and sim::Measurement with a lane for each.
/// settings: of each cell, at most LaneSolver::width, all such that LaneSolver::can() is true;
/// theta: the pose they start in; track: the targets at each step, warm-up included. Writes a cell
/// for each; none is there if `stop` became true meanwhile.
void run_lanes(const std::shared_ptr<const ik::Skeleton>& skeleton,
               std::span<const base::Settings> settings, const Eigen::VectorXd& theta,
               std::span<const ik::Targets> track, int64_t warmup, const std::atomic<bool>& stop,
               std::span<Cell> cells);

}  // namespace sweep
