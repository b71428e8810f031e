// What Das, Slotine and Sheridan say of the Jacobian transpose, Newton and the hybrid.

#include <algorithm>
#include <cmath>

#include "ik/obstacle.h"
#include "lab/claim.h"
#include "lab/table.h"

namespace lab {
namespace {

using ik::Registered;

/// A pose that a run comes through, bent and far from singular ones, and targets near by: where the
/// effectors of a pose are that a seeded draw makes of it.
struct Start {
  std::unique_ptr<sim::Simulation> simulation;
  double error;
};
Start start_near_target(const char* scene, const char* method, int trial) {
  Start start{Trial{scene, "dls"}.start(), 0};
  for (int step = 0; step < 150 + 97 * trial; ++step) start.simulation->step();
  uint64_t state = 1469598103934665603u + static_cast<uint64_t>(trial);
  const auto draw = [&] {  // -1 to 1
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) / 4503599627370496.0 - 1;
  };
  const ik::Pose& pose = start.simulation->run().solver().pose();
  ik::Pose other = pose;
  for (double& angle : other.theta) angle += 0.1 * draw();
  ik::forward_kinematics(start.simulation->skeleton(), other);
  for (int i = 0; i < start.simulation->skeleton().effectors(); ++i) {
    start.simulation->apply(sim::HoldTarget{i, other.effector.col(i)});
    start.error += (other.effector.col(i) - pose.effector.col(i)).norm();
  }
  start.simulation->apply(sim::ChooseMethod{method});
  return start;
}

/// Updates until the error is a hundredth of what it was, on average; clamps out of the way.
double updates_needed(const char* scene, const char* method) {
  constexpr int trials = 20, most = 2000;
  double sum = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const Start start = start_near_target(scene, method, trial);
    start.simulation->apply(sim::SetParameter{"max_angle_deg", 180});
    int updates = 0;
    do {
      start.simulation->step();
      ++updates;
    } while (start.simulation->run().errors().sum() > 0.01 * start.error && updates < most);
    sum += updates;
  }
  return sum / trials;
}

const Registered<Claim> rate{{
    .name = "7",
    .rank = 70,
    .says = "Newton converges about twice as fast as the transpose, away from singular "
            "configurations.",
    .source = "DSS §2.3",
    .decide =
        [] {
          const double newton = updates_needed("obstacle-field", "pinv");
          const double transpose = updates_needed("obstacle-field", "transpose");
          return Verdict{
              "ten-link arm, updates to a hundredth of the error, Newton: " + digits(newton, 3),
              "transpose: " + digits(transpose, 3),
              transpose > 1.5 * newton && transpose < 3 * newton};
        },
}};

}  // namespace
}  // namespace lab
