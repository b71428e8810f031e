#include <memory>

#include "ik/batch/lanes.h"
#include "ik/model/obstacle.h"
#include "sim/metrics/measurement.h"
#include "sweep/cell_runner.h"

namespace sweep {
namespace {

using ik::LaneSolver;
using ik::Pack;
using Packs = ik::VectorOf<Pack>;

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
    ++made_;
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
      const Pack second = made_ >= 2 ? abs(difference - last) : Pack(0);
      sums_.add_second(second);
      if (any(second > least_)) keep(second);
    }
    if (counts)
      sums_.add(start_.tolerances(), solver.errors(), longest, along < 0.0,
                solver.step_clamped() | solver.limit_reached(), contact_depth());
  }

  Cell cell(int lane) {
    sim::Percentile& largest = largest_[lane];
    largest.pass(sums_.numbers() - largest.count());
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
      least_.set(lane, largest.least());
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
  int64_t made_ = 0;
  sim::StepSums<Pack> sums_;
  Pack least_ = -1;  // a number that is no greater is not among the largest
  std::vector<sim::Percentile> largest_;
};

}  // namespace

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

}  // namespace sweep
