#include "ik/batch/lane_search.h"

namespace ik {

LaneSearch::LaneSearch(const Search& search)
    : solver_(search.solver()),
      lanes_(solver_, std::span(&solver_.settings(), 1)),
      poses_(search.poses()),
      attempts_(width, Attempts(solver_, search.options())),
      targets_(width, Targets(solver_.skeleton().effectors())) {}

void LaneSearch::begin(int lane, const Eigen::Matrix3Xd& targets, const Eigen::VectorXd& start,
                       uint64_t seed) {
  targets_[lane].position = targets;
  attempts_[lane].begin(seed);
  start_at(lane, start);
}

void LaneSearch::advance() {
  lanes_.advance();
  all_weighted_ = lanes_.e_raw();
  const auto [error, E2] = attempts_[0].measure(all_weighted_, lanes_.weights());
  const Eigen::VectorXd& joint_units = attempts_[0].joint_units();
  Pack max_joint_change = 0;
  for (Eigen::Index j = 0; j < joint_units.size(); ++j)
    max_joint_change = max(max_joint_change, abs(lanes_.dtheta()[j]) / joint_units[j]);
  for (int lane = 0; lane < width; ++lane) {
    Attempts& own = attempts_[lane];
    if (own.done()) continue;
    if (!own.ended()) {
      own.count_update(max_joint_change[lane]);
      theta_ = lane_of(lanes_.theta(), lane);
      check_termination(lane, error[lane], E2[lane], theta_);
    }
    if (!own.ended() || own.done()) continue;
    own.draw_start(poses_, theta_);
    start_at(lane, theta_);
  }
}

void LaneSearch::check_termination(int lane, double error, double E2,
                                   const Eigen::VectorXd& theta) {
  attempts_[lane].check_termination(error, E2, theta, [&] {
    solver_.begin(theta);
    return solver_.joint_held_by_limit(targets_[lane]);
  });
}

void LaneSearch::start_at(int lane, const Eigen::VectorXd& theta) {
  solver_.begin(theta);
  weighted_ = solver_.compute_error(targets_[lane]);
  const auto [error, E2] = attempts_[lane].measure(weighted_, solver_.weights());
  check_termination(lane, error, E2, solver_.pose().theta);
  if (!attempts_[lane].ended()) lanes_.begin(lane, solver_, targets_[lane].position);
}

}  // namespace ik
