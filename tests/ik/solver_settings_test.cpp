// Tests the settings of a step as in mathematics.md §2: the clamp of e, stop_error, feed_forward.

#include <gtest/gtest.h>

#include "bench/plain.h"
#include "ik/solve/solver.h"
#include "support/bodies.h"
#include "support/moving.h"

namespace {

using Eigen::VectorXd;
using test::body_of;
using test::MovingTargets;
using test::solver_of;

VectorXd distances(const ik::Solver& solver, const ik::Targets& targets) {
  return (targets.position - solver.pose().effector).colwise().norm().transpose();
}

TEST(SolverDmax, OffLeavesTheErrorAsItIs) {
  const auto body = body_of("double-y-25");
  ik::Solver solver = solver_of(body, "dls");
  MovingTargets targets(*body, 100, 3);
  for (int step = 0; step < 50; ++step) {
    const ik::Pose before = solver.pose();
    EXPECT_FALSE(solver.step(targets.next(), MovingTargets::dt).error_clamped);
    EXPECT_EQ(solver.e(), solver.e_raw());
    const Eigen::Matrix3Xd e = targets.now.position - before.effector;
    EXPECT_EQ(solver.e_raw(), VectorXd(e.reshaped()));
  }
}

TEST(SolverDmax, ConstantShortensEachEffectorsError) {
  const auto body = body_of("double-y-25");
  ik::Solver solver = solver_of(body, "dls", {{"dmax_mode", "constant"}, {"dmax", "0.3"}});
  MovingTargets targets(*body, 101, 3);
  int clamped = 0, whole = 0;
  for (int step = 0; step < 300; ++step) {
    const bool reported = solver.step(targets.next(), MovingTargets::dt).error_clamped;
    bool any = false;
    for (int i = 0; i < body->effectors(); ++i) {
      const Eigen::Vector3d raw = solver.e_raw().segment<3>(3 * i),
                            e = solver.e().segment<3>(3 * i);
      const bool shorten = raw.norm() > 0.3;
      any |= shorten;
      ++(shorten ? clamped : whole);
      EXPECT_LT((e - (shorten ? Eigen::Vector3d(raw * 0.3 / raw.norm()) : raw)).norm(), 1e-15);
    }
    EXPECT_EQ(reported, any);
  }
  EXPECT_GT(clamped, 100);
  EXPECT_GT(whole, 100);
}

/// D_max,i = d_i + D_max, with d_i of effector i alone: each effector has its own distance.
TEST(SolverDmax, AdaptiveAllowsWhatTheLastStepAchieved) {
  const auto body = body_of("double-y-25");
  constexpr double dmax = 0.01;
  ik::Solver solver = solver_of(body, "dls", {{"dmax_mode", "adaptive"}, {"dmax", "0.01"}});
  MovingTargets targets(*body, 102, 3);
  const int k = body->effectors();
  VectorXd limit = VectorXd::Constant(k, INFINITY);  // the first step
  int clamped = 0;
  for (int step = 0; step < 200; ++step) {
    targets.next();
    targets.now.jumped.assign(static_cast<size_t>(k), false);
    if (step == 50 || step == 120) {  // effector 2 alone starts again
      targets.now.jumped[2] = true;
      limit[2] = INFINITY;
    }
    const VectorXd before = distances(solver, targets.now);
    solver.step(targets.now, MovingTargets::dt);
    const VectorXd after = distances(solver, targets.now);
    for (int i = 0; i < k; ++i) {
      const double length = solver.e().segment<3>(3 * i).norm();
      EXPECT_NEAR(length, std::min(before[i], limit[i]), 1e-12) << step << ' ' << i;
      clamped += before[i] > limit[i];
      limit[i] = std::max(0.0, before[i] - after[i]) + dmax;
    }
  }
  EXPECT_GT(clamped, 100);
}

TEST(SolverDmax, AdaptiveStartsAgainWhenSwitchedOn) {
  const auto body = body_of("y");
  ik::Solver solver = solver_of(body, "dls");
  MovingTargets targets(*body, 103, 3);
  for (int step = 0; step < 20; ++step) solver.step(targets.next(), MovingTargets::dt);
  base::Settings settings = solver.settings();
  settings.set_text("dmax_mode", "adaptive");
  settings.set("dmax", 0.001);
  solver.configure(settings);
  EXPECT_FALSE(solver.step(targets.next(), MovingTargets::dt).error_clamped);
  EXPECT_EQ(solver.e(), solver.e_raw());
  EXPECT_TRUE(solver.step(targets.next(), MovingTargets::dt).error_clamped);
  for (const char* other : {"constant", "off"}) {  // and each time again
    settings.set_text("dmax_mode", other);
    solver.configure(settings);
    solver.step(targets.next(), MovingTargets::dt);
    settings.set_text("dmax_mode", "adaptive");
    solver.configure(settings);
    EXPECT_FALSE(solver.step(targets.next(), MovingTargets::dt).error_clamped) << other;
  }
  EXPECT_TRUE(solver.step(targets.next(), MovingTargets::dt).error_clamped);
  solver.restart();
  EXPECT_FALSE(solver.step(targets.next(), MovingTargets::dt).error_clamped);
}

TEST(SolverModes, StopErrorEndsAStepEarly) {
  const auto body = body_of("double-y-25");
  ik::Solver solver =
      solver_of(body, "pinv", {{"updates_per_step", "100"}, {"stop_error", "0.01"}});
  MovingTargets targets(*body, 109, 0.1);
  int early = 0;
  for (int step = 0; step < 200; ++step) {
    const double before = distances(solver, targets.next()).maxCoeff();
    const VectorXd theta = solver.pose().theta;
    const int updates = solver.step(targets.now, MovingTargets::dt).updates;
    const double after = distances(solver, targets.now).maxCoeff();
    if (before < 0.01) {
      EXPECT_EQ(updates, 0);
      EXPECT_EQ(solver.pose().theta, theta);
      EXPECT_TRUE(solver.dtheta().isZero(0));
    } else {
      EXPECT_GE(updates, 1);
    }
    if (updates < 100) {
      EXPECT_LT(after, 0.01);
      ++early;
    }
  }
  EXPECT_GT(early, 100);
}

TEST(SolverModes, FeedForwardLeadsTheFirstUpdateOnly) {
  const auto body = body_of("y");
  ik::Solver once = solver_of(body, "dls", {{"feed_forward", "on"}});
  ik::Solver twice = solver_of(body, "dls", {{"feed_forward", "on"}, {"updates_per_step", "2"}});
  MovingTargets targets(*body, 110);
  for (int step = 0; step < 50; ++step) {
    const Eigen::Matrix3Xd before = once.pose().effector;
    targets.next();
    once.step(targets.now, 0.02);
    const Eigen::Matrix3Xd lead = targets.now.position - before + 0.02 * targets.now.velocity;
    EXPECT_LT((once.e_raw() - lead.reshaped()).norm(), 1e-15);

    twice.step(targets.now, 0.02);
    const Eigen::Matrix3Xd reached =
        plain::positions(*body, twice.pose().theta - twice.dtheta()).effector;
    EXPECT_LT((twice.e_raw() - (targets.now.position - reached).reshaped()).norm(), 1e-12);
  }
}

TEST(SolverModes, FeedForwardLagsLess) {
  const auto body = body_of("double-y-25");
  double lag[2] = {0, 0};
  for (int on : {0, 1}) {
    ik::Solver solver =
        solver_of(body, "dls", {{"lambda", "0.01"}, {"feed_forward", on ? "on" : "off"}});
    MovingTargets targets(*body, 111, 0.1);
    for (int step = 0; step < 600; ++step) {
      targets.next();
      solver.step(targets.now, MovingTargets::dt);
      if (step < 200) continue;  // the way to the targets
      // The lag is measured after the target has moved on by a step.
      lag[on] +=
          (targets.now.position + MovingTargets::dt * targets.now.velocity - solver.pose().effector)
              .norm();
    }
  }
  EXPECT_LT(lag[1], 0.5 * lag[0]);
}

}  // namespace
