#include "sim/why/experiments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ik/methods/parts/common.h"

namespace sim::why {

std::vector<int> limited_joints(const ik::Skeleton& skeleton) {
  std::vector<int> joints;
  for (int j = 0; j < skeleton.joints(); ++j)
    if (std::isfinite(skeleton.lower(j)) || std::isfinite(skeleton.upper(j))) joints.push_back(j);
  return joints;
}

Experiments::Experiments(Simulation start, const Window& window)
    : start_(std::move(start)), window_(window), present_(window.observation()), seen_(present_) {
  for (int i = 0; i < skeleton().effectors(); ++i) {
    const Eigen::Vector3d now = window.targets(0).col(i);
    bool rests = start_.target_state().velocity.col(i).isZero(0);
    for (int back = 1; back < window.steps() && rests; ++back)
      rests = window.targets(back).col(i) == now;
    if (rests) start_.apply(HoldTarget{i, now});
  }
  if (window.full()) return;
  start_.run().timed = false;
  ahead_ = Window::settling_steps + Window::length - window.steps();
}

bool Experiments::keeps_limits() const {
  const base::Parameter& limits = ik::common::limits();
  return !run().settings().has(limits.key) || run().settings().flag(limits);
}

const Outcome& Experiments::tried(const Change& change, int steps) {
  const auto [known, is_new] = index_.try_emplace(change.text, tried_.size());
  if (is_new) tried_.push_back({change, std::make_unique<Trial>(start_, change)});
  Trial& trial = *tried_[known->second].trial;
  if (trial.refused()) return tried({}, steps);  // as if nothing were changed
  if (trial.made() >= steps) return trial.outcome();
  trial_ = &trial;
  until_ = steps;
  throw NotKnownYet();
}

/// Returns the form that all equivalent setups share: limits are off on a body without limits, held
/// is on for a run without held joints.
Setup Experiments::simplified(Setup setup) const {
  setup.limits &= !limited_joints(skeleton()).empty();
  setup.held |= run().solver().held().empty();
  return setup;
}

const FoundPose& Experiments::pose(const Setup& asked) {
  const Setup setup = simplified(asked);
  if (const auto known = poses_.find(setup); known != poses_.end()) return known->second;
  setup_ = setup;
  search_.emplace(problem(setup));
  throw NotKnownYet();
}

std::vector<int> Experiments::moments() const {
  constexpr int count = 5;
  if (!seen_.targets_move) return {0};
  std::vector<int> back;
  for (int moment = 0; moment < count; ++moment)
    back.push_back(moment * (window_.steps() - 1) / (count - 1));
  return back;
}

int Experiments::worst_moment(int i) const {
  return std::ranges::max(moments(), {}, [&](int back) { return window_.error(i, back); });
}

/// Returns whether a target is farther from the root than all links of the chain are long.
bool Experiments::is_beyond_reach(const Setup& setup) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const ik::Skeleton& body = skeleton();
  const Eigen::Matrix3Xd targets = window_.targets(setup.back);
  for (int i = 0; i < body.effectors(); ++i) {
    const bool counts = setup.weights.empty() || setup.weights[i] > 0;
    if (!counts || !body.effector(i).goal.of_point()) continue;
    double reach = body.effector_offset(i).norm();
    int root = 0;
    for (int j = body.effector_joint(i); j >= 0; root = j, j = body.parent(j)) {
      const ik::Joint& joint = body.joint(j);
      const bool limited = setup.limits && body.leader_of(j).joint != setup.free_limits_of;
      if (!body.revolute(j)) reach += limited ? std::max(-joint.lower, joint.upper) : infinity;
      if (body.parent(j) >= 0) reach += body.joint_offset(j).norm();
    }
    const double distance = (targets.col(i) - body.joint(root).position).norm();
    if (distance > reach + run().tolerances().hit[i]) return true;
  }
  return false;
}

bool Experiments::feasible(Setup setup) {
  const std::vector<int> all = moments();
  size_t reached = 0, missed = 0;
  for (const int back : all) {
    setup.back = back;
    ++(!is_beyond_reach(setup) && pose(setup).reaches ? reached : missed);
    if (2 * reached > all.size() || 2 * missed > all.size()) break;
  }
  return reached > missed;
}

int Experiments::fact(std::string_view name, const std::function<int()>& compute) {
  const auto known = facts_.find(name);
  return known != facts_.end() ? known->second : facts_[name] = compute();
}

bool Experiments::advance(double& budget) {
  if (ahead_ > 0) {
    for (; budget > 0 && ahead_ > 0; --ahead_) {
      start_.step();
      budget -= step_cost(start_);
      window_.observe(start_.run(), start_.target_state());
    }
    seen_ = window_.observation();
    if (ahead_ > 0) return false;
  }
  if (trial_) {
    trial_->advance(budget, until_);
    if (trial_->made() < until_) return false;
    trial_ = nullptr;
  }
  if (search_) {
    search_->advance(budget);
    if (!search_->done()) return false;
    poses_[setup_] = search_->best();
    search_.reset();
  }
  return true;
}

/// Returns the search for a setup. It starts at the body's pose and at poses found for other setups
/// with the same targets or for the same setup with others.
PoseProblem Experiments::problem(const Setup& setup) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr size_t most_starts = 6;
  constexpr int random_starts = 24;
  const int fewer = skeleton().joints() < PoseSearch::many_joints ? 10 : 2;
  const ik::Skeleton& body = skeleton();
  const std::vector<int>& held = run().solver().held();
  PoseProblem problem{.skeleton = start_.scene().skeleton,
                      .targets = window_.targets(setup.back),
                      .tolerances = run().tolerances().hit,
                      .weights = Eigen::VectorXd::Ones(body.effectors()),
                      .lower = Eigen::VectorXd::Constant(body.joints(), -infinity),
                      .upper = Eigen::VectorXd::Constant(body.joints(), infinity),
                      .starts = {window_.theta(setup.back)},
                      .random_starts = random_starts};
  for (size_t i = 0; i < setup.weights.size(); ++i)
    problem.weights[static_cast<Eigen::Index>(i)] = setup.weights[i];
  for (int j = 0; j < body.joints(); ++j) {
    const bool stays = setup.held && j != setup.released && std::ranges::binary_search(held, j);
    if (stays) problem.lower[j] = problem.upper[j] = problem.starts[0][j];
    if (stays || !setup.limits || j == setup.free_limits_of) continue;
    problem.lower[j] = body.lower(j);
    problem.upper[j] = body.upper(j);
  }
  for (const auto& [other, found] : poses_) {
    if (problem.starts.size() >= most_starts) break;
    Setup then = other;
    then.back = setup.back;
    const bool same_question = then == setup;
    const bool freed = setup.free_limits_of >= 0;  // whether that helps is seen from the best pose
    if (same_question || freed) problem.random_starts = fewer;
    if (same_question || (other.back == setup.back && (found.reaches || freed)))
      problem.starts.push_back(found.theta);
  }
  return problem;
}

}  // namespace sim::why
