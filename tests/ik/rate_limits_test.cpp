// Tests that joints keep their largest speeds and accelerations under every method.

#include "ik/solve/rate_limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "bench/plain.h"
#include "ik/solve/solver.h"
#include "support/bodies.h"
#include "support/moving.h"
#include "support/names.h"

namespace {

using Eigen::VectorXd;
using test::MovingTargets;

constexpr double v = 4, a = 300;  // of turns, per unit of time and squared
constexpr double h = MovingTargets::dt;

/// Returns the body with these rates, all limits on.
std::shared_ptr<const ik::Skeleton> with_rates(const ik::Skeleton& body, double speed,
                                               double acceleration) {
  std::vector<ik::Joint> joints = body.all_joints();
  for (ik::Joint& joint : joints) {
    joint.max_speed = speed;
    joint.max_acceleration = acceleration;
  }
  return std::make_shared<const ik::Skeleton>(std::move(joints), body.all_effectors());
}

ik::Solver solver_with_rates(const std::shared_ptr<const ik::Skeleton>& body,
                             const ik::MethodInfo& method, int updates = 1) {
  base::Settings settings(method.parameters());
  settings.set("speed_limits", 1);
  settings.set("updates_per_step", updates);
  return {body, method, settings};
}

class RatesOf : public testing::TestWithParam<const ik::MethodInfo*> {
 protected:
  const ik::MethodInfo& method = *GetParam();
};
INSTANTIATE_TEST_SUITE_P(Methods, RatesOf, testing::ValuesIn(ik::methods()), test::by_name);

TEST_P(RatesOf, AreKeptOnEveryBody) {
  test::Random random(81);
  for (int round = 0; round < 4; ++round) {
    const auto body = with_rates(
        test::random_tree(random, 9, 2, {.prismatic = 0.3, .ball = 0.3, .limits = 0.6}), v, a);
    ik::Solver solver = solver_with_rates(body, method);
    MovingTargets targets(*body, 7, 2);
    VectorXd last = VectorXd::Zero(body->joints());
    double fastest = 0;
    for (int step = 0; step < 120; ++step) {
      const VectorXd before = solver.pose().theta;
      solver.step(targets.next(), h);
      const VectorXd moved = solver.pose().theta - before;
      for (int j = 0; j < body->joints(); ++j) {
        EXPECT_LE(std::abs(moved[j]), v * h * (1 + 1e-9)) << round << " " << step << " " << j;
        EXPECT_LE(std::abs(moved[j] - last[j]), a * h * h * (1 + 1e-9) + 1e-12)
            << round << " " << step << " " << j;
        EXPECT_GE(solver.pose().theta[j], body->lower(j) - 1e-12);
        EXPECT_LE(solver.pose().theta[j], body->upper(j) + 1e-12);
      }
      fastest = std::max(fastest, moved.cwiseAbs().maxCoeff());
      last = moved;
    }
    EXPECT_GT(fastest, 0.3 * v * h) << "they are of no use where nothing moves";
  }
}

/// A body whose rates are switched on starts from rest.
TEST(Rates, RememberNoSpeedFromBefore) {
  const auto body = with_rates(test::reference_body("y"), 4, 10);
  ik::Solver solver = solver_with_rates(body, ik::find_method("dls"));
  base::Settings settings = solver.settings();
  MovingTargets targets(*body, 9, 2);
  const auto last_change = [&] { return solver.dtheta().cwiseAbs().maxCoeff(); };
  for (int step = 0; step < 20; ++step) solver.step(targets.next(), h);
  ASSERT_GT(last_change(), 20 * h * h);
  ik::Targets here(body->effectors());
  here.position = solver.pose().effector;
  settings.set("speed_limits", 0);
  solver.configure(settings);
  solver.step(here, h);
  settings.set("speed_limits", 1);
  solver.configure(settings);
  here.position = solver.pose().effector;
  solver.step(here, h);
  EXPECT_LT(last_change(), 10 * h * h) << "it does not go on";
}

/// Without acceleration limits a step of a method that knows no bounds is its own, shorter.
TEST(Rates, ScaleTheStepAsAWhole) {
  const auto body = with_rates(test::reference_body("y"), 0.5, test::infinity);
  const ik::MethodInfo& dls = ik::find_method("dls");
  ik::Solver slow = solver_with_rates(body, dls), fast(body, dls);
  MovingTargets targets(*body, 9, 2);
  const ik::Targets& now = targets.next();
  slow.step(now, h);
  fast.step(now, h);
  const double ratio = 0.5 * h / fast.dtheta().cwiseAbs().maxCoeff();
  ASSERT_LT(ratio, 0.9);
  EXPECT_LT((slow.dtheta() - ratio * fast.dtheta()).norm(), 1e-12);
}

/// Speeds are part of the problem: what a slow joint does not do the others do.
TEST(Rates, BoundedMethodsFindTheBestStepWithin) {
  const ik::Skeleton y = test::reference_body("y");
  std::vector<ik::Joint> joints = y.all_joints();
  joints[0].max_speed = 0.1;
  const auto body = std::make_shared<const ik::Skeleton>(joints, y.all_effectors());
  MovingTargets targets(*body, 9, 2);
  const ik::Targets& now = targets.next();
  const auto error_after = [&](const char* method) {
    ik::Solver solver = solver_with_rates(body, ik::find_method(method));
    solver.step(now, h);
    return (now.position - solver.pose().effector).norm();
  };
  EXPECT_LT(error_after("bounded-dls"), error_after("dls") - 1e-3);
}

/// A step that lowers the error cannot always be made at once: a body that moves goes on.
TEST(Rates, LevenbergMarquardtBrakesAndFollows) {
  const auto body = with_rates(test::reference_body("y"), 10, 10);
  const auto mean_error = [&](const char* method) {
    ik::Solver solver = solver_with_rates(body, ik::find_method(method));
    MovingTargets targets(*body, 9, 1);
    double sum = 0;
    constexpr int steps = 600;
    for (int step = 0; step < steps; ++step) {
      const ik::Targets& now = targets.next();
      solver.step(now, h);
      sum += (now.position - solver.pose().effector).norm();
    }
    return sum / steps;
  };
  EXPECT_LT(mean_error("lm"), 1.5 * mean_error("dls"));
}

TEST(Rates, AreOfTheTimeThatAnUpdateTakes) {
  const auto body = with_rates(test::reference_body("y"), 0.5, test::infinity);
  ik::Solver solver = solver_with_rates(body, ik::find_method("dls"), 4);
  MovingTargets targets(*body, 9, 2);
  const VectorXd before = solver.pose().theta;
  solver.step(targets.next(), h);
  const double moved = (solver.pose().theta - before).cwiseAbs().maxCoeff();
  EXPECT_LE(moved, 0.5 * h * (1 + 1e-9));
  EXPECT_GT(moved, 0.3 * h);
}

TEST(Rates, OfAFollowerBindItsLeader) {
  std::vector<ik::Joint> joints{{.name = "leader"}, {.name = "follower", .parent = 0}};
  joints[1].position = {1, 0, 0};
  joints[1].mimic = {0, -3, 0};
  joints[1].max_speed = 1.5;
  const auto body = std::make_shared<const ik::Skeleton>(
      joints, std::vector<ik::Effector>{{.name = "tip", .joint = 1, .position = {2, 0, 0}}});
  ik::Solver solver = solver_with_rates(body, ik::find_method("pinv"));
  ik::Targets targets = test::targets_at(Eigen::Vector3d(0, 1, 0));
  const VectorXd before = solver.pose().theta;
  solver.step(targets, h);
  EXPECT_NEAR(std::abs(solver.pose().theta[1] - before[1]), 1.5 * h, 1e-12);
}

}  // namespace
