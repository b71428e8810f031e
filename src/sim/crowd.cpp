#include "sim/crowd.h"

#include <algorithm>
#include <chrono>

namespace sim {

void Crowd::follow(const Run& run, int bodies, const Recording* recording) {
  const auto count = static_cast<size_t>(std::max(bodies, 0));
  if (count < bodies_.size()) bodies_.erase(bodies_.begin() + bodies, bodies_.end());
  for (ik::Solver& body : bodies_) {
    copy_settings(body, run.solver());
    if (body.obstacles() != run.solver().obstacles()) body.set_obstacles(run.solver().obstacles());
  }
  if (count > bodies_.size()) bodies_.resize(count, run.at_start());
  if (count != oscillations_.size())
    oscillations_.resize(count, Oscillation(run.at_start().pose().theta));
  if (count == 0) step_ns_ = updates_ = 0;

  const ik::Skeleton& skeleton = run.solver().skeleton();
  const auto known = positions_.cols(), wanted = bodies * Eigen::Index{skeleton.effectors()};
  positions_.conservativeResize(Eigen::NoChange, wanted);
  if (wanted > known) positions_.rightCols(wanted - known).setZero();
  if (count > 0 && !seen_) {
    seen_.emplace(skeleton.effectors());
    if (recording) {
      seen_->recorded_joints = recording->given;
      seen_->recorded.resize(skeleton.joints());
    }
  }
}

void Crowd::restart(const Run& run) {
  if (bodies_.empty()) return;
  bodies_.assign(bodies_.size(), run.at_start());
  for (Oscillation& one : oscillations_) one.restart(bodies_.front().pose().theta);
}

void Crowd::step(std::span<const Target> targets, const Time& time, double dt) {
  updates_ = 0;
  const auto begin = std::chrono::steady_clock::now();
  const bool other_phase = time.phase != phase_;
  phase_ = time.phase;
  ik::Targets& seen = *seen_;
  const auto k = static_cast<Eigen::Index>(targets.size());
  for (size_t body = 0; body < bodies_.size(); ++body) {
    const double ahead = static_cast<double>(body + 1) * time.phase;
    for (size_t i = 0; i < targets.size(); ++i) {
      const Motion::State state = targets[i].at(time.now + ahead, time.amplitude);
      seen.position.col(i) = state.position;
      seen.velocity.col(i) = time.speed * state.velocity;
      seen.jumped[i] = other_phase || targets[i].was_repositioned() ||
                       targets[i].jumps(time.last + ahead, time.now + ahead);
    }
    if (time.recording) time.recording->pose(time.now + ahead, seen.recorded);
    positions_.middleCols(static_cast<Eigen::Index>(body) * k, k) = seen.position;
    updates_ += bodies_[body].step(seen, dt).updates;
    oscillations_[body].push(bodies_[body].pose().theta);
  }
  const auto taken = std::chrono::steady_clock::now() - begin;
  step_ns_ = std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
}

}  // namespace sim
