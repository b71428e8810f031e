#include <gtest/gtest.h>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/goals.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Readings are of the last step.
double left_over(const test::Bench& bench) {
  double value = -1;
  const_cast<test::Bench&>(bench).method().read({&value, 1});
  return value;
}

/// The algorithm of the paper for one chain: points p_0 ... p_n, the last to reach the target.
std::vector<Vector3d> reach(std::vector<Vector3d> p, const Vector3d& target, int iterations) {
  const Vector3d root = p.front();
  const size_t n = p.size() - 1;
  std::vector<double> d;
  for (size_t i = 0; i < n; ++i) d.push_back((p[i + 1] - p[i]).norm());
  for (int count = 0; count < iterations; ++count) {
    p[n] = target;
    for (size_t i = n; i-- > 0;) p[i] = p[i + 1] + d[i] * (p[i] - p[i + 1]).normalized();
    p[0] = root;
    for (size_t i = 0; i < n; ++i) p[i + 1] = p[i] + d[i] * (p[i + 1] - p[i]).normalized();
  }
  return p;
}

ik::Skeleton planar_chain(test::Random& random, int joints) {
  std::vector<ik::Joint> chain;
  Vector3d at = Vector3d::Zero();
  const auto link = [&] { return Vector3d(random.uniform(0.3, 1), random.uniform(-1, 1), 0); };
  for (int j = 0; j < joints; ++j, at += link())
    chain.push_back({.name = "j", .parent = j - 1, .position = at, .axis = Vector3d::UnitZ()});
  return {chain, {{"e", joints - 1, at}}};
}

std::vector<Vector3d> points_of(const ik::Skeleton& body, const VectorXd& theta) {
  const plain::Places at = plain::places(body, theta);
  std::vector<Vector3d> points;
  for (int j = 0; j < body.joints(); ++j) points.emplace_back(at.joint.col(j));
  points.emplace_back(at.effector.col(0));
  return points;
}

TEST(Fabrik, LeavesOverWhatThePapersAlgorithmDoes) {
  test::Random random(800);
  for (int trial = 0; trial < 200; ++trial) {
    const ik::Skeleton body = trial % 2
                                  ? planar_chain(random, 1 + random.index(6))
                                  : test::random_tree(random, 1, 1, {.prismatic = 0, .ball = 0});
    const VectorXd theta = random.vector(body.joints(), 1);
    const Vector3d target = random.vector(3, 3);
    const int iterations = 1 + random.index(5);
    const auto found = reach(points_of(body, theta), target, iterations);
    test::Bench bench(body, "fabrik");
    bench.set("iterations", iterations);
    bench.step_at(theta, target);
    EXPECT_NEAR(left_over(bench), (found.back() - target).norm(), 1e-9) << trial;
  }
}

TEST(Fabrik, AHingePointsItsLinkWhereItWasFound) {
  const ik::Skeleton hinge({{.name = "a"}}, {{"e", 0, Vector3d::UnitX()}});
  test::Bench bench(hinge, "fabrik");
  EXPECT_NEAR(bench.step_at(VectorXd::Zero(1), Vector3d(1, 1, 0))[0], std::atan2(1, 1), 1e-12);
  EXPECT_NEAR(left_over(bench), std::sqrt(2) - 1, 1e-12);
}

/// A trunk from (0, 0) to (0, 1), where two arms of length 1 begin. The targets pull the fork to
/// the centroid of what the arms ask for, weighted by w^2.
TEST(Fabrik, ABranchGoesToTheCentroid) {
  for (const double w : {1.0, 2.0}) {
    const ik::Goal heavy{.weight = w};
    const ik::Skeleton body({{.name = "trunk"},
                             {.name = "left", .parent = 0, .position = {0, 1, 0}},
                             {.name = "right", .parent = 0, .position = {0, 1, 0}}},
                            {{"l", 1, {-1, 1, 0}}, {"r", 2, {1, 1, 0}, heavy}});
    test::Bench bench(body, "fabrik");
    bench.set("iterations", 1);
    Matrix3Xd targets(3, 2);
    targets.col(0) = Vector3d(-2, 1, 0);
    targets.col(1) = Vector3d(1, 3, 0);
    bench.step_at(VectorXd::Zero(3), targets);
    const Vector3d fork(0, 1, 0);
    const auto ask = [&](const Vector3d& t) -> Vector3d { return t + (fork - t).normalized(); };
    const Vector3d centroid = (ask(targets.col(0)) + w * w * ask(targets.col(1))) / (1 + w * w);
    const Vector3d found = centroid.normalized();  // back at the trunk's length
    double expected = 0;
    for (int i = 0; i < 2; ++i) expected += std::abs((Vector3d(targets.col(i)) - found).norm() - 1);
    EXPECT_NEAR(left_over(bench), expected, 1e-12) << w;
  }
}

TEST(Fabrik, ASlideGoesAsFarAsItsCapAndLimitsLetIt) {
  const ik::Skeleton rail({{.name = "a", .type = ik::JointType::Prismatic, .axis = {1, 0, 0}}},
                          {{"e", 0, {0, 0.5, 0}}});
  test::Bench bench(rail, "fabrik");
  EXPECT_NEAR(bench.step_at(VectorXd::Zero(1), Vector3d(3, 0.5, 0))[0], 3, 1e-9);
  EXPECT_NEAR(bench.step_at(VectorXd::Zero(1), Vector3d(3, 0.5, 0), {1, 0.25})[0], 0.25, 1e-12);
  EXPECT_TRUE(bench.clamped());
  bench.upper[0] = 0.1;
  EXPECT_NEAR(bench.step_at(VectorXd::Zero(1), Vector3d(3, 0.5, 0))[0], 0.1, 1e-12);
  EXPECT_FALSE(bench.clamped());
}

TEST(Fabrik, KeepsCapsAndLimitsAndIsFiniteEverywhere) {
  test::Random random(801);
  for (int trial = 0; trial < 500; ++trial) {
    const ik::Skeleton body =
        test::random_tree(random, 1 + random.index(12), 1 + random.index(4), {.limits = 0.4});
    test::Bench bench(body, "fabrik");
    VectorXd theta = VectorXd::Zero(body.joints());
    for (int j = 0; j < body.joints(); ++j) {
      bench.lower[j] = body.joint(j).lower;
      bench.upper[j] = body.joint(j).upper;
      if (trial % 3) theta[j] = std::clamp(random.uniform(-2, 2), bench.lower[j], bench.upper[j]);
    }
    Matrix3Xd targets = random.matrix(3, body.effectors(), random.log_uniform(1e-3, 1e6));
    const plain::Places at = plain::places(body, theta);
    if (trial % 5 == 0) targets = at.effector;
    if (trial % 5 == 1) targets.colwise() = Vector3d(at.joint.col(0));
    const ik::StepCap cap{random.log_uniform(0.01, 3), random.log_uniform(0.01, 1)};
    const VectorXd dtheta = bench.step_at(theta, targets, cap);
    ASSERT_TRUE(dtheta.allFinite()) << trial;
    for (int j = 0; j < body.joints(); ++j) {
      EXPECT_LE(std::abs(dtheta[j]), (body.revolute(j) ? cap.angle : cap.length) * (1 + 1e-12));
      EXPECT_GE(theta[j] + dtheta[j], bench.lower[j] - 1e-12);
      EXPECT_LE(theta[j] + dtheta[j], bench.upper[j] + 1e-12);
    }
    if (trial % 5 == 0) {
      EXPECT_LT(dtheta.cwiseAbs().maxCoeff(), 1e-6) << trial;
    }
  }
}

TEST(Fabrik, ReachesWhatBallJointsCanReach) {
  test::Random random(802);
  for (int trial = 0; trial < 20; ++trial) {
    const auto body = std::make_shared<const ik::Skeleton>(
        test::random_tree(random, 12, 1, {.prismatic = 0, .ball = 1}));
    ik::Solver solver = test::solver_of(body, "fabrik");
    ik::Targets targets(1);
    targets.position = plain::places(*body, random.vector(body->joints(), 0.8)).effector;
    for (int update = 0; update < 300; ++update) solver.step(targets, 0.01);
    EXPECT_LT((solver.pose().effector - targets.position).norm(), 1e-3) << trial;
  }
}

TEST(Fabrik, LeavesOtherGoalsOut) {
  test::Random random(803);
  const ik::Skeleton tree = test::random_tree(random, 8, 2);
  const ik::Skeleton one = test::with_goals(tree, {ik::Goal{}});
  const ik::Skeleton two = test::with_goals(tree, {ik::Goal{}, test::random_goal(random, "aim")});
  const VectorXd theta = random.vector(tree.joints(), 1);
  const Matrix3Xd targets = random.matrix(3, 2, 3);
  for (const char* method : {"fabrik", "ccd"}) {
    test::Bench alone(one, method), mixed(two, method);
    const VectorXd expected = alone.step_at(theta, targets.leftCols(1));
    EXPECT_LT((mixed.step_at(theta, targets) - expected).norm(), 1e-12) << method;
    EXPECT_GT(expected.norm(), 1e-3);
  }
}

}  // namespace
