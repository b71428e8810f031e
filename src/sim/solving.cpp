#include "sim/solving.h"

#include <algorithm>
#include <cmath>

namespace sim {
namespace {

ik::Solver for_solving(const Run& run, bool by_error) {
  ik::Solver solver = run.solver();
  if (by_error) solver.configure(ik::for_solving(solver.settings(), solver.skeleton()));
  return solver;
}

}  // namespace

Solving::Solving(const Simulation& simulation, bool by_error)
    : scene_(simulation.scene_ptr()),
      settings_(simulation.run().settings()),
      by_error_(by_error),
      targets_(simulation.target_state().position),
      start_(simulation.run().solver().pose().theta),
      search_(for_solving(simulation.run(), by_error),
              {.length_tolerance = tolerance * simulation.skeleton().scale(),
               .angle_tolerance = tolerance,
               .updates = max_updates,
               .restarts = max_attempts - 1}) {
  constexpr uint64_t seed = 1;
  search_.begin(targets_, start_, seed);
  record_update();
}

bool Solving::is_about(const Simulation& simulation, bool by_error) const {
  const ik::Solver &solver = simulation.run().solver(), &copy = search_.solver();
  return simulation.scene_ptr() == scene_ && &solver.method() == &copy.method() &&
         solver.settings() == settings_ && by_error == by_error_ &&
         simulation.target_state().position == targets_ && solver.body() == copy.body() &&
         solver.obstacles() == copy.obstacles();
}

bool Solving::advance(int updates) {
  for (; updates > 0 && !done_; --updates) {
    if (search_.done()) search_.look_for_another();
    done_ = search_.done();
    if (done_) break;
    search_.advance();
    record_update();
  }
  return !done_;
}

void Solving::record_update() {
  if (static_cast<int>(attempts_.size()) == search_.attempt()) attempts_.emplace_back();
  Attempt& attempt = attempts_.back();
  attempt.errors.push_back(static_cast<float>(search_.error()));
  if (!search_.attempt_ended()) return;
  attempt.ending = search_.ending();
  attempt.joint = search_.joint();
  if (attempt.ending != ik::Ending::Solved) return;
  auto found = std::ranges::find_if(solutions_, [this](const Solution& one) {
    return ik::same_solution(skeleton(), one.theta, theta());
  });
  attempt.solution = static_cast<int>(found - solutions_.begin());
  if (found == solutions_.end()) {
    found = solutions_.insert(found,
                              {.theta = theta(), .elbow_up = is_elbow_up(search_.solver().pose())});
    for (int j = 0; j < skeleton().joints(); ++j)
      found->turn = std::max(found->turn, std::abs(theta()[j] - start_[j]) /
                                              (skeleton().revolute(j) ? 1 : skeleton().scale()));
  }
  ++found->attempts;
}

int Solving::solved() const {
  return static_cast<int>(std::ranges::count(attempts_, ik::Ending::Solved, [](const Attempt& one) {
    return one.ending.value_or(ik::Ending::UpdateLimit);
  }));
}

/// The chain is that from the root to the first effector.
bool Solving::is_elbow_up(const ik::Pose& pose) const {
  const int up = scene_->up == Scene::Up::Z ? 2 : 1;
  const Eigen::Vector3d end = pose.effector.col(0);
  int first = skeleton().effector_joint(0);
  while (skeleton().parent(first) >= 0) first = skeleton().parent(first);
  const Eigen::Vector3d begin = pose.position.col(first), along = (end - begin).normalized();
  double farthest = 0, above = 0;
  for (int j = skeleton().effector_joint(0); j >= 0; j = skeleton().parent(j)) {
    const Eigen::Vector3d from = pose.position.col(j) - begin;
    const Eigen::Vector3d aside = from - from.dot(along) * along;
    if (!(aside.norm() > farthest)) continue;
    farthest = aside.norm();
    above = aside[up];
  }
  return above > 0;
}

}  // namespace sim
