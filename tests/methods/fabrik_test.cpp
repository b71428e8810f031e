#include <gtest/gtest.h>

#include "bench/plain.h"
#include "ik/model/ball.h"
#include "support/bodies.h"
#include "support/goals.h"
#include "support/moving.h"
#include "support/problem.h"

namespace {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Returns the reading of the last step.
double left_over(const test::Bench& bench) {
  return const_cast<test::Bench&>(bench).method().readings()[0];
}

/// Computes the paper's algorithm for one chain: points p_0 ... p_n, of which the last is to reach
/// the target.
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
  const plain::Positions at = plain::positions(body, theta);
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

/// A trunk from (0, 0) to (0, 1) with two arms of length 1. The targets pull the fork to the
/// centroid of the points that the arms request, weighted by w^2.
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
    const plain::Positions at = plain::positions(body, theta);
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
    ik::Targets targets =
        test::targets_at(plain::positions(*body, random.vector(body->joints(), 0.8)).effector);
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

TEST(Fabrik, ABallIsThreeHingesXYZAtOnePlaceEachOnTheOneBefore) {
  const auto is_ball = [](const auto& change) {
    std::vector<ik::Joint> joints{{.name = "x", .position = {1, 2, 3}, .axis = Vector3d::UnitX()},
                                  {.name = "y", .parent = 0, .axis = Vector3d::UnitY()},
                                  {.name = "z", .parent = 1, .axis = Vector3d::UnitZ()}};
    joints[1].position = joints[2].position = joints[0].position;
    std::vector<ik::Effector> ends{{"e", 2, {2, 2, 3}}};
    change(joints, ends);
    return ik::is_ball({joints, ends}, 0);
  };
  EXPECT_TRUE(is_ball([](auto&, auto&) {}));
  EXPECT_FALSE(is_ball([](auto& joints, auto&) { joints[1].position.x() += 1e-3; }));
  EXPECT_FALSE(is_ball([](auto& joints, auto&) { joints[2].position.z() += 1e-3; }));
  EXPECT_FALSE(is_ball([](auto& joints, auto&) { joints[1].parent = -1; }));
  EXPECT_FALSE(is_ball([](auto& joints, auto&) { joints[2].parent = 0; }));
  EXPECT_FALSE(is_ball([](auto& joints, auto&) { std::swap(joints[0].axis, joints[1].axis); }));
  EXPECT_FALSE(is_ball([](auto& joints, auto&) { joints[2].type = ik::JointType::Prismatic; }));
  EXPECT_FALSE(is_ball([](auto&, auto& ends) { ends.push_back({"f", 1, {0, 2, 3}}); }));
}

/// Returns balls in a row with links of any length; its points are the balls and the effector.
ik::Skeleton ball_chain(test::Random& random, int balls, double link = 0) {
  std::vector<ik::Joint> joints;
  Vector3d at = Vector3d::Zero();
  for (int ball = 0; ball < balls; ++ball) {
    for (int axis = 0; axis < 3; ++axis)
      joints.push_back({.name = "b",
                        .parent = static_cast<int>(joints.size()) - 1,
                        .position = at,
                        .axis = Vector3d::Unit(axis)});
    at += link > 0 ? Vector3d(link, 0, 0) : Vector3d(random.uniform(0.3, 1) * random.direction());
  }
  return {joints, {{"e", 3 * balls - 1, at}}};
}

Vector3d effector_of(const ik::Skeleton& body, const VectorXd& theta) {
  return plain::positions(body, theta).effector.col(0);
}

/// For the paper's joints: after an update the effector and every ball are at their points.
TEST(Fabrik, OnBallsThePointsAreMetExactly) {
  test::Random random(804);
  const ik::Skeleton three = ball_chain(random, 3, 1);
  test::Bench bench(three, "fabrik");
  const Vector3d target(1, 1, 1);
  const VectorXd start = VectorXd::Zero(9);
  const VectorXd there = bench.step_at(start, target);
  EXPECT_NEAR((effector_of(three, there) - target).norm(), left_over(bench), 1e-14);

  int out_of_reach = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int balls = 1 + random.index(8), iterations = 1 + random.index(10);
    const ik::Skeleton body = ball_chain(random, balls);
    const VectorXd theta = random.vector(3 * balls, trial % 2 ? 1 : 4);
    const Vector3d goal = random.vector(3, random.log_uniform(0.5, 10));
    std::vector<Vector3d> points;
    const plain::Positions at = plain::positions(body, theta);
    for (int ball = 0; ball < balls; ++ball) points.emplace_back(at.joint.col(3 * ball));
    points.emplace_back(at.effector.col(0));
    points = reach(points, goal, iterations);
    test::Bench any(body, "fabrik");
    any.set("iterations", iterations);
    const VectorXd dtheta = any.step_at(theta, goal);
    EXPECT_LE(dtheta.cwiseAbs().maxCoeff(), M_PI * (1 + 1e-15));
    const plain::Positions then = plain::positions(body, theta + dtheta);
    for (int ball = 0; ball < balls; ++ball)
      EXPECT_LT((then.joint.col(3 * ball) - points[ball]).norm(), 1e-12) << trial;
    EXPECT_LT((then.effector.col(0) - points.back()).norm(), 1e-12) << trial;
    out_of_reach += (points.back() - goal).norm() > 0.1;
  }
  EXPECT_GT(out_of_reach, 50);
}

/// The paper's algorithm applies to the remaining points: links joined by a held ball are one stiff
/// link.
TEST(Fabrik, HeldBallsAreNoPoints) {
  test::Random random(809);
  int compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int balls = 2 + random.index(6), iterations = 1 + random.index(10);
    const ik::Skeleton body = ball_chain(random, balls);
    const VectorXd theta = random.vector(3 * balls, trial % 2 ? 1 : 4);
    const Vector3d goal = random.vector(3, random.log_uniform(0.5, 10));
    const plain::Positions at = plain::positions(body, theta);
    test::Bench bench(body, "fabrik");
    std::vector<Vector3d> points;
    std::vector<int> held, free;
    for (int ball = 0; ball < balls; ++ball) {
      if (random.chance(0.4)) {
        for (int j = 3 * ball; j < 3 * ball + 3; ++j) {
          held.push_back(j);
          bench.lower[j] = bench.upper[j] = theta[j];
        }
        continue;
      }
      free.push_back(ball);
      points.emplace_back(at.joint.col(3 * ball));
    }
    if (free.empty()) continue;
    points.emplace_back(at.effector.col(0));
    points = reach(points, goal, iterations);
    bench.set("iterations", iterations);
    bench.method().hold(held);
    const VectorXd dtheta = bench.step_at(theta, goal);
    for (const int j : held) ASSERT_EQ(dtheta[j], 0);
    const plain::Positions then = plain::positions(body, theta + dtheta);
    for (size_t i = 0; i < free.size(); ++i)
      EXPECT_LT((then.joint.col(3 * free[i]) - points[i]).norm(), 1e-12) << trial;
    EXPECT_LT((then.effector.col(0) - points.back()).norm(), 1e-12) << trial;
    compared += !held.empty();
  }
  EXPECT_GT(compared, 150);
}

/// Straight lines, links that fold back on themselves, y axes at a right angle: cases in which the
/// angles of a ball or the axis of its turn are nearly undetermined.
TEST(Fabrik, OnBallsThePointsAreMetWhereAnglesAreHardToTell) {
  const ik::Skeleton one({{.name = "x", .axis = Vector3d::UnitX()},
                          {.name = "y", .parent = 0, .axis = Vector3d::UnitY()},
                          {.name = "z", .parent = 1, .axis = Vector3d::UnitZ()}},
                         {{"e", 2, Vector3d::UnitX()}});
  test::Random random(805);
  for (const double away : {0.0, 1e-16, 1e-13, 1e-9, 1e-6, 1e-3}) {
    for (const Vector3d& way : {Vector3d(1, 0, 0), Vector3d(-1, 0, 0), Vector3d(0, 0, -1),
                                Vector3d(0, 0, 1), Vector3d(0, -1, 0)}) {
      for (const double y : {0.0, M_PI / 2, -M_PI / 2, 1.0}) {
        const VectorXd theta = Vector3d(0.3, y, -0.7) + away * random.vector(3);
        const Vector3d target = way + away * random.vector(3);
        test::Bench bench(one, "fabrik");
        const VectorXd dtheta = bench.step_at(theta, target);
        EXPECT_LT((effector_of(one, theta + dtheta) - target.normalized()).norm(), 1e-14)
            << away << ' ' << way.transpose() << ' ' << y;
        EXPECT_LE(dtheta.cwiseAbs().maxCoeff(), M_PI * (1 + 1e-15));
      }
    }
  }
}

/// A hinge below the ball turns it before the ball itself turns.
TEST(Fabrik, ABallOnAHingeMeetsItsPoint) {
  test::Random random(808);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<ik::Joint> joints{{.name = "hinge", .axis = random.direction()}};
    for (int axis = 0; axis < 3; ++axis)
      joints.push_back({.name = "b", .parent = axis, .axis = Vector3d::Unit(axis)});
    const ik::Skeleton body(joints, {{"e", 3, Vector3d(0, 2, 0)}});
    const VectorXd theta = random.vector(4, 3);
    const Vector3d target = 3 * random.direction();
    test::Bench bench(body, "fabrik");
    const VectorXd dtheta = bench.step_at(theta, target);
    EXPECT_LT((effector_of(body, theta + dtheta) - 2 * target.normalized()).norm(), 1e-13);
    EXPECT_GT(std::abs(dtheta[0]), 1e-6);
  }
}

/// The hinge cannot move this ball, which is on the hinge's axis, and the target is at the ball's
/// own position. So the effector's point is there too, and its link has no direction. The ball
/// rests.
TEST(Fabrik, ABallWithoutADirectionRests) {
  test::Random random(808);
  for (int trial = 0; trial < 50; ++trial) {
    const Vector3d axis = random.direction(), side = axis.unitOrthogonal();
    const Vector3d link = 0.5 * axis + std::sqrt(0.75) * side;
    std::vector<ik::Joint> joints{{.name = "hinge", .axis = axis}};
    for (int x = 0; x < 3; ++x)
      joints.push_back({.name = "b", .parent = x, .position = axis, .axis = Vector3d::Unit(x)});
    const ik::Skeleton body(joints, {{"e", 3, axis + link}});
    test::Bench bench(body, "fabrik");
    EXPECT_TRUE(bench.step_at(VectorXd::Zero(4), axis).isZero(0)) << trial;
    EXPECT_LT(left_over(bench), 1e-14);
  }
}

/// A trunk of one ball forks into two arms of two balls: each ball carries one point.
TEST(Fabrik, OnATreeOfBallsEveryPointIsMet) {
  test::Random random(806);
  std::vector<ik::Joint> joints;
  const auto ball = [&](int parent, const Vector3d& at) {
    for (int axis = 0; axis < 3; ++axis) {
      joints.push_back(
          {.name = "b", .parent = parent, .position = at, .axis = Vector3d::Unit(axis)});
      parent = static_cast<int>(joints.size()) - 1;
    }
    return parent;
  };
  const int trunk = ball(-1, {0, 0, 0});
  const int left = ball(ball(trunk, {0, 1, 0}), {-1, 1, 0});
  const int right = ball(ball(trunk, {0, 1, 0}), {1, 1.5, 0});
  const ik::Skeleton body(joints, {{"l", left, {-2, 1, 0}}, {"r", right, {2, 1, 1}}});
  for (int trial = 0; trial < 50; ++trial) {
    const VectorXd theta = random.vector(body.joints());
    const Matrix3Xd targets = random.matrix(3, 2, 3);
    test::Bench bench(body, "fabrik");
    const VectorXd dtheta = bench.step_at(theta, targets);
    const Matrix3Xd then = plain::positions(body, theta + dtheta).effector;
    double left_of_both = 0;
    for (int i = 0; i < 2; ++i) left_of_both += (then.col(i) - targets.col(i)).norm();
    EXPECT_NEAR(left_of_both, left_over(bench), 1e-13);
  }
}

/// If caps or limits do not let a ball turn far enough, each of its axes turns as far as it can.
TEST(Fabrik, BallsKeepCapsAndLimitsAndGetThereInTheEnd) {
  test::Random random(807);
  for (const char* cap : {"45", "10"}) {
    const auto body = std::make_shared<const ik::Skeleton>(ball_chain(random, 4));
    ik::Solver solver = test::solver_of(body, "fabrik", {{"max_angle_deg", cap}});
    ik::Targets targets = test::targets_at(effector_of(*body, random.vector(12, 2)));
    for (int update = 0; update < 200; ++update) {
      solver.step(targets, 0.01);
      EXPECT_LE(solver.dtheta().cwiseAbs().maxCoeff(), solver.cap().angle * (1 + 1e-12));
    }
    EXPECT_LT((solver.pose().effector - targets.position).norm(), 1e-9) << cap;
  }
}

}  // namespace
