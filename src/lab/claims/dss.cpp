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
    .note = "Newton is faster by far more than twice. The transpose with its best step length "
            "leaves up to the share (κ − 1)/(κ + 1) of the error in an update, κ the condition "
            "number of J Jᵀ: twice as slow would need κ near 1, and a chain, whose inner joints "
            "move the effector further than its outer ones, has about ten.",
}};

/// Least clearance of any link from any obstacle over the steps after the first `warmup`; negative
/// is inside. And the mean error.
struct Passage {
  double clearance = 1e300, error = 0;
};
Passage pass(const Trial& trial) {
  constexpr int warmup = 200, steps = 4000;
  const auto simulation = trial.start();
  const ik::Skeleton& body = simulation->skeleton();
  const ik::Solver& solver = simulation->run().solver();
  Passage passage;
  for (int step = 0; step < warmup + steps; ++step) {
    simulation->step();
    if (step < warmup) continue;
    passage.error += simulation->run().errors().sum() / steps;
    passage.clearance =
        std::min(passage.clearance, ik::body_clearance(solver.obstacles(), body, solver.pose()));
  }
  return passage;
}

const Registered<Claim> obstacles{{
    .name = "8",
    .rank = 80,
    .says = "With the null-space term the ten-link arm follows its path with no link inside an "
            "obstacle; without it, links pass through.",
    .source = "DSS §3",
    .decide =
        [] {
          const Trial dss{"obstacle-field", "dss"};
          const Passage with = pass(dss), without = pass(dss.with("obstacles_gain", 0));
          return Verdict{"least clearance with it: " + digits(with.clearance, 2) + ", mean error " +
                             digits(with.error, 2),
                         "without: " + digits(without.clearance, 2),
                         with.clearance > 0 && without.clearance < 0 && with.error < 0.1};
        },
}};

const Registered<Claim> lyapunov{{
    .name = "9a",
    .rank = 90,
    .says = "The Lyapunov function V never rises while the target rests.",
    .source = "DSS §2, appendix A",
    .decide =
        [] {
          double rise = 0, fall = 0;
          for (int trial = 0; trial < 20; ++trial) {
            const Start start = start_near_target("y", "dss", trial);
            start.simulation->apply(sim::SetParameter{"max_angle_deg", 180});
            start.simulation->step();
            const ik::Solver& solver = start.simulation->run().solver();
            const double first = solver.readings()[0];
            double last = first;
            for (int step = 0; step < 200; ++step) {
              start.simulation->step();
              rise = std::max(rise, (solver.readings()[0] - last) / first);
              last = solver.readings()[0];
            }
            fall = std::max(fall, last / first);
          }
          return Verdict{"Y, largest rise of V in a step: " + digits(rise, 2) + " of V at first",
                         "left after 200 steps: at most " + digits(fall, 2), rise < 1e-12};
        },
}};

const Registered<Claim> no_slower{{
    .name = "9b",
    .rank = 91,
    .says = "The hybrid converges in no more steps than Newton far from singularities.",
    .source = "DSS §2.3",
    .decide =
        [] {
          const double newton = updates_needed("obstacle-field", "pinv");
          const double hybrid = updates_needed("obstacle-field", "hybrid");
          return Verdict{"ten-link arm, updates, Newton: " + digits(newton, 3),
                         "hybrid: " + digits(hybrid, 3), hybrid <= newton};
        },
}};

/// The longest step asked for on the way in from the stretched-out arm, all but straight, and the
/// error left.
struct WayIn {
  double longest = 0, error = 0;
};
WayIn way_in(const char* method) {
  const auto simulation = Trial{"obstacle-field", method}.with("limits", "off").start();
  ik::Solver& solver = simulation->run().solver();
  solver.set_theta(Eigen::VectorXd::LinSpaced(solver.skeleton().joints(), 0, 1e-3));
  const Eigen::Vector3d root = solver.pose().position.col(0);
  const Eigen::Vector3d tip = solver.pose().effector.col(0);
  simulation->apply(sim::HoldTarget{0, root + 0.7 * (tip - root)});
  WayIn result;
  for (int step = 0; step < 400; ++step) {
    simulation->step();
    result.longest = std::max(result.longest, solver.dtheta_raw().norm());
  }
  result.error = simulation->run().errors().sum();
  return result;
}

const Registered<Claim> stretched_out{{
    .name = "9c",
    .rank = 92,
    .says = "The hybrid goes through the stretched-out pose, where Newton's step explodes.",
    .source = "DSS §2.3",
    .decide =
        [] {
          const WayIn newton = way_in("pinv"), hybrid = way_in("hybrid");
          return Verdict{"longest step, Newton: " + digits(newton.longest, 3) + " rad",
                         "hybrid: " + digits(hybrid.longest, 3) + " rad, error left " +
                             digits(hybrid.error, 2),
                         newton.longest > 10 * hybrid.longest && hybrid.error < 0.01};
        },
}};

/// The share of the effector's way to a far target that the vehicle went.
double share_of_vehicle(const char* q_max) {
  const auto simulation = Trial{"vehicle-arm", "dss"}.with("q_max", q_max).start();
  const ik::Solver& solver = simulation->run().solver();
  const ik::Skeleton& body = simulation->skeleton();
  const Eigen::VectorXd start = solver.pose().theta;
  const Eigen::Vector3d from = solver.pose().effector.col(0), to = from + Eigen::Vector3d(2, 0, 0);
  simulation->apply(sim::HoldTarget{0, to});
  for (int step = 0; step < 2000 && simulation->run().errors()[0] > 0.02; ++step)
    simulation->step();
  double slid = 0;
  for (int j = 0; j < body.joints(); ++j)
    if (!body.revolute(j)) slid += std::pow(solver.pose().theta[j] - start[j], 2);
  return std::sqrt(slid) / (to - from).norm();
}

const Registered<Claim> vehicle{{
    .name = "10",
    .rank = 100,
    .says = "With S the vehicle covers most of the distance, without it the arm stretches.",
    .source = "DSS appendix B",
    .decide =
        [] {
          const double with = share_of_vehicle("0.05"), without = share_of_vehicle("inf");
          return Verdict{
              "share of the way, with S: vehicle " + percent(with) + ", arm " + percent(1 - with),
              "without: vehicle " + percent(without) + ", arm " + percent(1 - without),
              with > 0.75 && 1 - without > 2 * (1 - with)};
        },
}};

}  // namespace
}  // namespace lab
