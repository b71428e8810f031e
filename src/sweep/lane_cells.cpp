#include "sweep/lane_cells.h"

#include <memory>

#include "sim/measurement.h"

namespace sweep {
namespace {

using ik::LaneSolver;
using Lane = LaneSolver::Lane;
using Lanes = LaneSolver::Lanes;

/// The metrics of a cell, in every lane.
class LaneMeasurement {
 public:
  LaneMeasurement(const Lanes& theta, int64_t steps)
      : theta_(theta),
        difference_(Lanes::Zero(theta.rows(), theta.cols())),
        largest_(LaneSolver::width, sim::Percentile(theta.cols() * steps)) {}

  /// After each step; `counts` in those that are measured.
  void add(const LaneSolver& solver, bool counts) {
    ++made_;
    const Lanes& theta = solver.theta();
    Lane along = Lane::Zero(), longest = Lane::Zero();
    for (Eigen::Index j = 0; j < theta.cols(); ++j) {
      const Lane now = theta.col(j), last = difference_.col(j);
      const Lane difference = now - theta_.col(j);
      theta_.col(j) = now;
      difference_.col(j) = difference;
      if (!counts) continue;
      along += difference * last;
      longest = longest.max(difference.abs());
      Lane second = Lane::Zero();
      if (made_ >= 2) second = (difference - last).abs();
      oscillation_ += second;
      most_oscillation_ = most_oscillation_.max(second);
      if ((second > least_).any()) keep(second);
    }
    if (!counts) return;
    ++steps_;
    Lane total = Lane::Zero();
    for (Eigen::Index i = 0; i < solver.errors().cols(); ++i) {
      const Lane error = solver.errors().col(i);
      total += error;
      hits_ += (error < sim::hit_distance).select(Lane::Ones(), 0.0);
    }
    error_ += total;
    most_error_ = most_error_.max(total);
    longest_ = longest_.max(longest);
    reversed_ += (along < 0.0).select(Lane::Ones(), 0.0);
    clamped_ += solver.step_clamped().select(Lane::Ones(), 0.0);
  }

  Cell cell(int lane, int64_t effectors) {
    const auto steps = static_cast<double>(steps_);
    const auto numbers = steps_ * theta_.cols();
    sim::Percentile& largest = largest_[static_cast<size_t>(lane)];
    largest.pass(numbers - largest.count());
    return {{.mean_total_error = error_[lane] / steps,
             .max_total_error = most_error_[lane],
             .hit_share = hits_[lane] / (steps * static_cast<double>(effectors)),
             .oscillation_mean = oscillation_[lane] / static_cast<double>(numbers),
             .oscillation_p99 = largest.p99(),
             .oscillation_max = most_oscillation_[lane],
             .reversals = reversed_[lane] / steps,
             .max_step = longest_[lane],
             .clamped_share = clamped_[lane] / steps},
            true};
  }

 private:
  void keep(const Lane& second) {
    for (int lane = 0; lane < LaneSolver::width; ++lane) {
      if (!(second[lane] > least_[lane])) continue;
      sim::Percentile& largest = largest_[static_cast<size_t>(lane)];
      largest.add(second[lane]);
      least_[lane] = largest.least();
    }
  }

  Lanes theta_, difference_;
  int64_t made_ = 0, steps_ = 0;
  Lane error_ = Lane::Zero(), most_error_ = error_, hits_ = error_, longest_ = error_;
  Lane oscillation_ = error_, most_oscillation_ = error_, reversed_ = error_, clamped_ = error_;
  Lane least_ = Lane::Constant(-1);  // a number that is no greater is not among the largest
  std::vector<sim::Percentile> largest_;
};

}  // namespace

jobs::Slices run_lanes(std::shared_ptr<const ik::Skeleton> skeleton,
                       std::span<const base::Settings> settings, Eigen::VectorXd theta,
                       std::span<const ik::Targets> track, int64_t warmup, std::span<Cell> cells) {
  const auto steps = static_cast<int64_t>(track.size());
  // A coroutine's own variables are not aligned as packets of Eigen's must be.
  const auto solver = std::make_unique<LaneSolver>(skeleton, settings, theta);
  const auto measurement = std::make_unique<LaneMeasurement>(solver->theta(), steps - warmup);
  for (int64_t k = 0; k < steps; ++k) {
    if (k % steps_per_slice == 0) co_await jobs::pause;
    solver->step(track[static_cast<size_t>(k)]);
    measurement->add(*solver, k >= warmup);
  }
  for (size_t i = 0; i < cells.size(); ++i)
    cells[i] = measurement->cell(static_cast<int>(i), skeleton->effectors());
}

}  // namespace sweep
