#include "sweep/lane_cells.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "ik/model/obstacle.h"
#include "sim/metrics/measurement.h"

namespace sweep {
namespace {

/// How deep a body is inside obstacles, pose by pose.
class ContactDepth {
 public:
  ContactDepth(std::shared_ptr<const ik::Skeleton> skeleton,
               std::span<const ik::Obstacle> obstacles)
      : skeleton_(std::move(skeleton)),
        pose_(*skeleton_),
        obstacles_(obstacles.begin(), obstacles.end()) {}

  bool none() const { return obstacles_.empty(); }
  double of_lane(const ik::VectorOf<ik::Pack>& theta, int lane) {
    for (Eigen::Index j = 0; j < theta.size(); ++j) pose_.theta[j] = theta[j][lane];
    ik::forward_kinematics(*skeleton_, pose_);
    return std::max(0.0, -ik::body_clearance(obstacles_, *skeleton_, pose_));
  }

 private:
  std::shared_ptr<const ik::Skeleton> skeleton_;
  ik::Pose pose_;
  std::vector<ik::Obstacle> obstacles_;
};

using ik::LaneSolver;
using ik::Pack;
using Packs = ik::VectorOf<Pack>;

/// The metrics of a cell, in every lane.
class LaneMeasurement {
 public:
  LaneMeasurement(const Packs& theta, Eigen::VectorXd weights, sim::Tolerances tolerances,
                  ContactDepth contact, int64_t steps)
      : weights_(std::move(weights)),
        theta_(theta),
        difference_(Packs::Zero(theta.size())),
        tolerances_(std::move(tolerances)),
        contact_(std::move(contact)),
        largest_(LaneSolver::width, sim::Percentile(theta.size() * steps)) {}

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
      oscillation_ += second;
      most_oscillation_ = max(most_oscillation_, second);
      if (any(second > least_)) keep(second);
    }
    if (!counts) return;
    ++steps_;
    Pack total = 0;
    for (Eigen::Index i = 0; i < tolerances_.hit.size(); ++i) {
      const Pack& error = solver.errors()[i];
      total += error * tolerances_.lengths[i];
      hits_ += select(error < tolerances_.hit[i], 1.0, 0.0);
    }
    error_ += total;
    most_error_ = max(most_error_, total);
    longest_ = max(longest_, longest);
    reversed_ += select(along < 0.0, 1.0, 0.0);
    clamped_ += select(solver.step_clamped(), 1.0, 0.0);
    if (contact_.none()) return;
    for (int lane = 0; lane < LaneSolver::width; ++lane)
      depth_[static_cast<size_t>(lane)] =
          std::max(depth_[static_cast<size_t>(lane)], contact_.of_lane(theta, lane));
  }

  Cell cell(int lane, int64_t effectors) {
    const auto steps = static_cast<double>(steps_);
    const auto numbers = steps_ * theta_.size();
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
             .contact_depth = depth_[static_cast<size_t>(lane)],
             .clamped_share = clamped_[lane] / steps},
            true};
  }

 private:
  void keep(const Pack& second) {
    for (int lane = 0; lane < LaneSolver::width; ++lane) {
      if (!(second[lane] > least_[lane])) continue;
      sim::Percentile& largest = largest_[static_cast<size_t>(lane)];
      largest.add(second[lane]);
      least_.set(lane, largest.least());
    }
  }

  Eigen::VectorXd weights_;
  Packs theta_, difference_;
  sim::Tolerances tolerances_;
  ContactDepth contact_;
  std::array<double, LaneSolver::width> depth_{};
  int64_t made_ = 0, steps_ = 0;
  Pack error_ = 0, most_error_ = 0, hits_ = 0, longest_ = 0;
  Pack oscillation_ = 0, most_oscillation_ = 0, reversed_ = 0, clamped_ = 0;
  Pack least_ = -1;  // a number that is no greater is not among the largest
  std::vector<sim::Percentile> largest_;
};

}  // namespace

jobs::Slices run_lanes(std::shared_ptr<const ik::Skeleton> skeleton, const ik::MethodInfo& method,
                       std::span<const base::Settings> settings, Eigen::VectorXd theta,
                       sim::Tolerances tolerances, std::span<const ik::Obstacle> obstacles,
                       std::span<const ik::Targets> track, int64_t warmup, std::span<Cell> cells) {
  const auto steps = static_cast<int64_t>(track.size());
  // A coroutine's own variables are not aligned as packets of Eigen's must be.
  const auto solver = std::make_unique<LaneSolver>(skeleton, method, settings, theta);
  const auto measurement = std::make_unique<LaneMeasurement>(
      solver->theta(), sim::coordinate_weights(*skeleton), std::move(tolerances),
      ContactDepth(skeleton, obstacles), steps - warmup);
  for (int64_t k = 0; k < steps; ++k) {
    if (k % steps_per_slice == 0) co_await jobs::pause;
    solver->step(track[static_cast<size_t>(k)]);
    measurement->add(*solver, k >= warmup);
  }
  for (size_t i = 0; i < cells.size(); ++i)
    cells[i] = measurement->cell(static_cast<int>(i), skeleton->effectors());
}

}  // namespace sweep
