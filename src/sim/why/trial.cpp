#include "sim/why/trial.h"

#include <cmath>
#include <limits>

#include "base/error.h"
#include "ik/methods/common.h"

namespace sim::why {
namespace {

Simulation simulation_for(const Simulation& start, const Change& change) {
  if (change.free_limits_of < 0) return start;
  Scene scene = start.snapshot();
  scene.skeleton = without_limits_of(start.skeleton(), change.free_limits_of);
  return Simulation(std::make_shared<const Scene>(std::move(scene)));
}

}  // namespace

std::shared_ptr<const ik::Skeleton> without_limits_of(const ik::Skeleton& skeleton, int joint) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<ik::Joint> joints;
  for (int j = 0; j < skeleton.joints(); ++j) {
    joints.push_back(skeleton.joint(j));
    if (skeleton.lead(j).joint != joint) continue;
    joints.back().lower = -infinity;
    joints.back().upper = infinity;
  }
  std::vector<ik::Effector> effectors;
  for (int i = 0; i < skeleton.effectors(); ++i) effectors.push_back(skeleton.effector(i));
  return std::make_shared<const ik::Skeleton>(std::move(joints), std::move(effectors),
                                              skeleton.unit(), skeleton.loops());
}

Trial::Trial(const Simulation& start, const Change& change)
    : simulation_(simulation_for(start, change)), window_(simulation_.skeleton()) {
  try {
    for (const Command& command : change.commands) simulation_.apply(command);
  } catch (const base::Error&) {  // a method that is not available for this body
    refused_ = true;
    made_ = steps;
  }
  const Run& run = simulation_.run();
  simulation_.run().timed = false;
  const double n = simulation_.skeleton().joints(), m = simulation_.skeleton().rows();
  const double updates = run.settings().has(ik::common::updates_per_step().key)
                             ? run.settings()[ik::common::updates_per_step()]
                             : 1;
  units_ = 3 + 0.2 * n + updates * run.solver().method().cost * (0.3 + 0.0025 * m * m * n);
}

void Trial::advance(double& budget) {
  while (budget > 0 && !done()) {
    budget -= units_;
    simulation_.step();
    ++made_;
    if (made_ <= soon || made_ >= steps - Window::length - 2)
      window_.observe(simulation_.run(), simulation_.target_state());
    if (made_ != soon) continue;
    soon_ = window_.observation();
    window_.restart();
  }
}

}  // namespace sim::why
