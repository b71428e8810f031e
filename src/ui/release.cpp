#include "ui/release.h"

#include "ik/model/pose_goal.h"

namespace ui {

void release_target(const Context& context, int target, sim::ReleaseTarget::To to) {
  const sim::Simulation& simulation = context.session->simulation();
  for (const int one : {target, ik::pose_partner(simulation.skeleton(), target)})
    if (one >= 0 && simulation.targets()[static_cast<size_t>(one)].moved_by_hand())
      context.request(sim::ReleaseTarget{one, to});
}

}  // namespace ui
