#include "sim/why/trial.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "ik/methods/parts/common.h"

namespace sim::why {
namespace {

/// Returns the body without the limits of a joint and of those that follow it.
std::shared_ptr<const ik::Skeleton> without_limits_of(const ik::Skeleton& skeleton, int joint) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<ik::Joint> joints = skeleton.all_joints();
  for (int j = 0; j < skeleton.joints(); ++j) {
    if (skeleton.leader_of(j).joint != joint) continue;
    joints[j].lower = -infinity;
    joints[j].upper = infinity;
  }
  return std::make_shared<const ik::Skeleton>(std::move(joints), skeleton.all_effectors(),
                                              skeleton.unit(), skeleton.loops());
}

Simulation simulation_for(const Simulation& start, const Change& change) {
  if (change.free_limits_of < 0) return start;
  Scene scene = start.snapshot();
  scene.skeleton = without_limits_of(start.skeleton(), change.free_limits_of);
  return Simulation(std::make_shared<const Scene>(std::move(scene)));
}

}  // namespace

double step_cost(const Simulation& simulation) {
  constexpr double most_cost = 4;  // of a method whose updates take longer the larger the body is
  const ik::Skeleton& body = simulation.skeleton();
  const Run& run = simulation.run();
  const double n = body.joints(), m = body.rows(), cost = run.solver().method().cost;
  const double updates = run.settings().has(ik::common::updates_per_step().key)
                             ? run.settings()[ik::common::updates_per_step()]
                             : 1;
  return 1 + 0.2 * n + 6 * body.angle_error_count() +
         2.2 * n * static_cast<double>(simulation.obstacles().size()) +
         (simulation.scene().recording ? 40 : 0) +
         updates * run.solver().relative_cost() *
             (0.9 * cost + 0.002 * std::min(cost, most_cost) * m * m * n);
}

const Observation& Outcome::worst() const {
  return *std::ranges::max_element(later, {}, [](const Observation& then) {
    return std::pair(then.shakes(), then.oscillation);
  });
}

Trial::Trial(const Simulation& start, const Change& change)
    : simulation_(simulation_for(start, change)), window_(simulation_.skeleton()) {
  try {
    for (const Command& command : change.commands) simulation_.apply(command);
  } catch (const base::Error&) {  // a method that is not available for this body
    refused_ = true;
    made_ = later;
  }
  simulation_.run().timed = false;
}

void Trial::advance(double& budget, int until) {
  while (budget > 0 && made_ < until) {
    simulation_.step();
    budget -= step_cost(simulation_);
    ++made_;
    if (made_ <= soon || made_ >= late - Window::length - 2)
      window_.observe(simulation_.run(), simulation_.target_state());
    const bool again = made_ > late && window_.full();
    if (made_ == soon) outcome_.soon = window_.observation();
    if (made_ == late) outcome_.late = window_.observation();
    if (again) outcome_.later.push_back(window_.observation());
    if (made_ == soon || made_ == late || again) window_.restart();
  }
}

}  // namespace sim::why
