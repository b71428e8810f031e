#include "ik/search/search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/numbers.h"
#include "ik/methods/parts/common.h"

namespace ik {
namespace {

constexpr double same_pose = 1e-3;  // rad, or scales of the body

/// Returns the solver with settings by which a step is one update.
Solver single_stepped(Solver solver) {
  base::Settings settings = solver.settings();
  settings.set(common::updates_per_step().key, 1);
  settings.set(common::stop_error().key, 0);
  solver.configure(std::move(settings));
  return solver;
}

}  // namespace

base::Settings for_solving(base::Settings settings, const Skeleton& skeleton) {
  const base::Parameter* damping = settings.find("damping");
  if (!damping || std::ranges::find(damping->choices, "error") == damping->choices.end())
    return settings;
  settings.set_text("damping", "error");
  settings.set("error_factor", 0.3);
  settings.set("lambda_floor", base::round_to(1e-4 * skeleton.scale(), 3));
  return settings;
}

Search::Search(const Solver& solver, SearchOptions options)
    : solver_(single_stepped(solver)),
      attempts_(solver_, options),
      poses_(solver.skeleton(), solver.pose().theta, solver.held()) {}

void Search::begin(const Eigen::Matrix3Xd& targets, const Eigen::VectorXd& start, uint64_t seed) {
  targets_.position = targets;
  attempts_.begin(seed);
  start_at(start);
}

void Search::start_at(const Eigen::VectorXd& theta) {
  solver_.begin(theta);
  evaluate_pose();
}

bool Search::advance() {
  if (done()) return false;
  if (attempt_ended()) {
    attempts_.draw_start(poses_, theta_);
    start_at(theta_);
    return !done();
  }
  solver_.advance(targets_);
  attempts_.count_update(
      solver_.dtheta().cwiseQuotient(attempts_.joint_units()).cwiseAbs().maxCoeff());
  evaluate_pose();
  return !done();
}

void Search::evaluate_pose() {
  weighted_ = solver_.compute_error(targets_);
  const auto [error, E2] = attempts_.measure(weighted_, solver_.weights());
  attempts_.check_termination(error, E2, solver_.pose().theta,
                              [&] { return solver_.joint_held_by_limit(targets_); });
}

bool same_solution(const Skeleton& skeleton, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  for (int j = 0; j < skeleton.joints(); ++j) {
    if (skeleton.affected_effectors(j).empty() || skeleton.follows(j)) continue;
    const double difference = skeleton.revolute(j)
                                  ? std::remainder(a[j] - b[j], 2 * std::numbers::pi)
                                  : (a[j] - b[j]) / skeleton.scale();
    if (!(std::abs(difference) < same_pose)) return false;
  }
  return true;
}

}  // namespace ik
