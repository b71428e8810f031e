// What Das, Slotine and Sheridan say of the Jacobian transpose, Newton and the hybrid.

#include <algorithm>
#include <cmath>

#include "ik/obstacle.h"
#include "lab/claim.h"
#include "lab/table.h"

namespace lab {
namespace {

using ik::Registered;

/// A few poses that a run comes through, bent and far from singular ones, each with a place for
/// every target near by: the effectors moved by a seeded draw.
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
  const auto& effector = start.simulation->run().solver().pose().effector;
  for (int i = 0; i < start.simulation->skeleton().effectors(); ++i) {
    const Eigen::Vector3d way(draw(), draw(), draw());
    start.simulation->apply(sim::HoldTarget{i, effector.col(i) + 0.25 * way});
    start.error += 0.25 * way.norm();
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
          const double newton = updates_needed("single-arm", "pinv");
          const double transpose = updates_needed("single-arm", "transpose");
          return Verdict{
              "single arm, updates to a hundredth of the error, Newton: " + digits(newton, 3),
              "transpose: " + digits(transpose, 3), transpose > 1.5 * newton};
        },
}};

}  // namespace
}  // namespace lab
