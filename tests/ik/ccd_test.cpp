#include <gtest/gtest.h>

#include <numbers>

#include "bench/plain.h"
#include "ik/methods/parts/joint_fit.h"
#include "support/bodies.h"
#include "support/goals.h"
#include "support/moving.h"
#include "support/problem.h"
#include "support/refusal.h"

namespace {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double pi = std::numbers::pi;

/// Returns the sum of w^2 |t - s|^2 over the position goals, from world coordinates.
double cost(const ik::Skeleton& body, const VectorXd& theta, const Matrix3Xd& targets) {
  const Matrix3Xd s = plain::positions(body, theta).effector;
  double sum = 0;
  for (int i = 0; i < body.effectors(); ++i) {
    const ik::Goal& goal = body.effector(i).goal;
    if (goal.info->name == "position")
      sum += goal.weight * goal.weight * (targets.col(i) - s.col(i)).squaredNorm();
  }
  return sum;
}

/// Expects each joint, tips first, at a value that no other within low and high beats.
void expect_each_joint_best(const ik::Skeleton& body, VectorXd theta, const Matrix3Xd& targets,
                            const VectorXd& step, const VectorXd& low, const VectorXd& high) {
  for (int j = body.joints() - 1; j >= 0; --j) {
    EXPECT_GE(step[j], low[j] - 1e-12);
    EXPECT_LE(step[j], high[j] + 1e-12);
    const double before = theta[j];
    theta[j] = before + step[j];
    const double reached = cost(body, theta, targets);
    for (int k = 0; k <= 100; ++k) {
      theta[j] = before + low[j] + (high[j] - low[j]) * k / 100;
      EXPECT_LE(reached, cost(body, theta, targets) * (1 + 1e-12) + 1e-12) << j << ' ' << k;
    }
    theta[j] = before + step[j];
  }
}

ik::Skeleton random_body(test::Random& random, bool mixed) {
  const int k = 1 + random.index(4);
  const ik::Skeleton body = test::random_tree(random, 1 + random.index(10), k, {.limits = 0.5});
  std::vector<ik::Goal> goals(static_cast<size_t>(k));
  for (ik::Goal& goal : goals) {
    goal.weight = random.log_uniform(0.1, 10);
    if (mixed && random.chance(0.3)) goal = test::random_goal(random, "aim", 2);
  }
  return test::with_goals(body, goals);
}

TEST(Ccd, EveryJointOfASweepIsWhereTheCostIsLeast) {
  test::Random random(700);
  for (int trial = 0; trial < 60; ++trial) {
    const ik::Skeleton body = random_body(random, true);
    test::Bench bench(body, "ccd");
    const int n = body.joints();
    const VectorXd theta = random.vector(n, 2);
    const Matrix3Xd targets = random.matrix(3, body.effectors(), 4);
    const VectorXd step = bench.step_at(theta, targets);
    EXPECT_FALSE(bench.clamped());
    VectorXd reach(n);
    for (int j = 0; j < n; ++j) reach[j] = body.revolute(j) ? pi : 20;
    expect_each_joint_best(body, theta, targets, step, -reach, reach);
    if (HasFailure()) break;
  }
}

TEST(Ccd, AndWithinCapsAndLimits) {
  test::Random random(701);
  int clamped = 0, at_limits = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const ik::Skeleton body = random_body(random, false);
    test::Bench bench(body, "ccd");
    const int n = body.joints();
    VectorXd theta(n), low(n), high(n);
    const ik::StepCap cap{random.log_uniform(0.01, pi), random.log_uniform(0.01, 2)};
    for (int j = 0; j < n; ++j) {
      const ik::Joint& joint = body.joint(j);
      bench.lower[j] = joint.lower;
      bench.upper[j] = joint.upper;
      theta[j] = std::isfinite(joint.lower) ? random.uniform(joint.lower, joint.upper)
                                            : random.uniform(-2, 2);
      const double most = body.revolute(j) ? cap.angle : cap.length;
      low[j] = std::max(-most, joint.lower - theta[j]);
      high[j] = std::min(most, joint.upper - theta[j]);
    }
    const Matrix3Xd targets = random.matrix(3, body.effectors(), 4);
    const VectorXd step = bench.step_at(theta, targets, cap);
    expect_each_joint_best(body, theta, targets, step, low, high);
    if (HasFailure()) break;
    clamped += bench.clamped();
    at_limits += ((theta + step - bench.lower).cwiseAbs().minCoeff() < 1e-12);
  }
  EXPECT_GT(clamped, 10);
  EXPECT_GT(at_limits, 5);
}

TEST(Ccd, AroundALimitTheOtherWayIfThatEndsNearer) {
  const ik::Skeleton hinge({{.name = "a", .lower = -3, .upper = 0.1}},
                           {{"e", 0, Eigen::Vector3d::UnitX()}});
  test::Bench bench(hinge, "ccd");
  bench.lower[0] = -3;
  bench.upper[0] = 0.1;
  const auto turn_to = [&](double angle) {
    return bench.step_at(VectorXd::Zero(1),
                         2 * Eigen::Vector3d(std::cos(angle), std::sin(angle), 0))[0];
  };
  EXPECT_NEAR(turn_to(0.05), 0.05, 1e-12);
  EXPECT_EQ(turn_to(1), 0.1);
  EXPECT_EQ(turn_to(3.1), -3);
  EXPECT_EQ(turn_to(-3.1), -3);
}

TEST(Ccd, GoesByTheErrorItIsGiven) {  // D_max and feed-forward are in e alone
  const ik::Skeleton slide({{.name = "a", .type = ik::JointType::Prismatic}},
                           {{"e", 0, Eigen::Vector3d::UnitX()}});
  EXPECT_DOUBLE_EQ(
      test::Bench(slide, "ccd").step(MatrixXd::Zero(3, 1), Eigen::Vector3d(5, 6, 0.25))[0], 0.25);
}

TEST(Ccd, RestsWhereThereIsNothingToGain) {
  test::Random random(702);
  for (int trial = 0; trial < 100; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 1 + random.index(10), 3);
    test::Bench bench(body, "ccd");
    const VectorXd theta = random.vector(body.joints(), 2);
    const VectorXd step = bench.step_at(theta, plain::positions(body, theta).effector);
    EXPECT_LT(step.cwiseAbs().maxCoeff(), 1e-7);
  }
  const ik::Skeleton twist({{.name = "a", .axis = {1, 0, 0}}}, {{"e", 0, {1, 0, 0}}});
  for (const Eigen::Vector3d& target : {Eigen::Vector3d(0, 3, 0), Eigen::Vector3d(-1, 0, 0)}) {
    test::Bench bench(twist, "ccd");
    EXPECT_EQ(bench.step_at(VectorXd::Zero(1), target)[0], 0);
  }
  const ik::Skeleton hinge({{.name = "a"}}, {{"e", 0, {1, 0, 0}}});
  for (const Eigen::Vector3d& target : {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 5)}) {
    test::Bench bench(hinge, "ccd");
    EXPECT_EQ(bench.step_at(VectorXd::Zero(1), target)[0], 0);
  }
}

/// A point on a hinge's axis, or a target there, calls for no turn except by rounding: the hinge
/// rests.
TEST(JointFit, RestsWhereOnlyRoundingAsksForATurn) {
  test::Random random(705);
  for (int trial = 0; trial < 200; ++trial) {
    const Eigen::Vector3d p = random.vector(3, 2), v = random.direction();
    const Eigen::Vector3d on_axis = p + random.uniform(-2, 2) * v, way = random.direction();
    const Eigen::Vector3d away = p + random.log_uniform(0.5, 10) * way;
    for (const bool target : {false, true}) {
      ik::JointFit fit(true, p, v);
      fit.add(target ? away : on_axis, target ? on_axis : away, 1);
      EXPECT_EQ(fit.best({-pi, pi}), 0) << trial << ' ' << target;
    }
  }
}

TEST(Ccd, NeverMakesTheCostGreaterAndReachesWhatCanBeReached) {
  test::Random random(703);
  int reached = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const auto body = std::make_shared<const ik::Skeleton>(
        test::random_tree(random, 8, 1, {.prismatic = 0.1, .ball = 0.2}));
    ik::Solver solver = test::solver_of(body, "ccd");
    ik::Targets targets =
        test::targets_at(plain::positions(*body, random.vector(body->joints(), 0.8)).effector);
    double last = cost(*body, solver.pose().theta, targets.position);
    for (int step = 0; step < 500; ++step) {
      solver.step(targets, 0.01);
      const double now = cost(*body, solver.pose().theta, targets.position);
      EXPECT_LE(now, last * (1 + 1e-9) + 1e-20);
      last = now;
    }
    reached += std::sqrt(last) < 1e-2;
  }
  EXPECT_GE(reached, 27);
}

TEST(Ccd, NeedsAPositionGoal) {
  test::Random random(704);
  const ik::Skeleton tree = test::random_tree(random, 5, 1);
  const auto body = std::make_shared<const ik::Skeleton>(
      test::with_goals(tree, {test::random_goal(random, "plane")}));
  for (const char* method : {"ccd", "fabrik"})
    EXPECT_TRUE(
        test::has(test::refusal([&] { test::solver_of(body, method); }), "needs position goals"));
}

}  // namespace
