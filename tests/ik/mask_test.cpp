// Tests goals that leave something free: positions and orientations with a mask, and the pole of a
// limb. Their J is the exact derivative of e, however far the effector is from its target.

#include <gtest/gtest.h>

#include <memory>
#include <numbers>
#include <tuple>

#include "ik/solve/solver.h"
#include "support/bodies.h"
#include "support/goals.h"
#include "support/moving.h"
#include "support/refusal.h"

namespace {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

const Vector3d masks[] = {{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 0, 0},     {0, 1, 0},
                          {0, 0, 1}, {2, 0, 3}, {0, 0, 3}, {0.5, 1, 0.1}, {2, 2, 2}};

ik::Goal masked(std::string_view kind, const Vector3d& mask, double weight = 1) {
  ik::Goal goal{.info = &ik::find_goal(kind), .weight = weight};
  goal.mask = mask;
  return goal;
}

/// A body whose links turn every way, with this goal at its end.
ik::Skeleton arm_with(test::Random& random, const ik::Goal& goal) {
  return test::with_goals(test::dense_chain(random, 7, 1), {goal});
}

TEST(Masks, JacobiansEqualCentralDifferences) {
  test::Random random(1300);
  for (const Vector3d& mask : masks)
    for (const char* kind : {"position", "orientation"}) {
      int seen = 0;
      for (int trial = 0; trial < 30; ++trial) {
        const ik::Skeleton body = arm_with(random, masked(kind, mask, random.uniform(0.5, 2)));
        ASSERT_EQ(body.rows(), (mask.array() > 0).count());
        const VectorXd theta = random.vector(body.joints(), 2);
        const Matrix3Xd target = random.matrix(3, 1, 2);
        // Where the axis looks away, J is not the derivative; half a turn away e jumps.
        const double limit = mask.minCoeff() > 0 ? 3 : std::numbers::pi / 2;
        if (test::errors_at(body, theta, target, false).norm() > limit && kind[0] == 'o') continue;
        ++seen;
        test::expect_differences(body, theta, target, 1e-6);
      }
      EXPECT_GT(seen, 5) << kind << ' ' << mask.transpose();
    }
}

/// Two of three angles, of a body that starts looking away.
TEST(Masks, OfTwoAnglesAreMetFromAfar) {
  std::vector<ik::Joint> ball;
  for (int axis = 0; axis < 3; ++axis)
    ball.push_back({.name = std::string(1, static_cast<char>('x' + axis)),
                    .parent = axis - 1,
                    .axis = Vector3d::Unit(axis),
                    .compound = "ball"});
  const ik::Skeleton one(ball, {{.name = "tip", .joint = 2, .position = {1, 0, 0}}});
  for (const Vector3d& mask : {Vector3d(1, 1, 0), Vector3d(1, 0, 1), Vector3d(0, 1, 1)}) {
    ik::Solver solver(
        std::make_shared<ik::Skeleton>(test::with_goals(one, {masked("orientation", mask)})),
        ik::find_method("dls"));
    ik::Targets targets = test::targets_at(Vector3d(1.6, 0.3, 1.7));
    for (int step = 0; step < 400; ++step) solver.step(targets, 0.01);
    EXPECT_LT(ik::goal_distance(solver.skeleton(), solver.pose(), 0, targets.position.col(0)), 1e-6)
        << mask.transpose();
  }
}

/// Whatever an orientation leaves free may be changed: its error stays zero.
TEST(Masks, LeaveTheRestFree) {
  test::Random random(1301);
  for (int axis = 0; axis < 3; ++axis)
    for (int trial = 0; trial < 20; ++trial) {
      const Vector3d free = Vector3d::Ones() - Vector3d::Unit(axis);
      const ik::Skeleton body = arm_with(random, masked("orientation", free));
      const VectorXd theta = random.vector(7, 2);
      const Eigen::Matrix3d R = test::pose_at(body, theta).rotation[6];
      const Eigen::AngleAxisd rolled(random.uniform(-3, 3), Vector3d::Unit(axis));
      const Eigen::AngleAxisd there(Eigen::Matrix3d(R * rolled));
      const VectorXd e = test::errors_at(body, theta, there.angle() * there.axis());
      EXPECT_LT(e.norm(), 1e-7);

      // The roll alone is the other way round: the angle by which it is turned.
      const ik::Skeleton roll =
          test::with_goals(body, {masked("orientation", Vector3d::Unit(axis))});
      EXPECT_NEAR(test::errors_at(roll, theta, there.angle() * there.axis())[0], rolled.angle(),
                  1e-7);
    }
}

/// In the plane y = 0 a position is the same without its y: the stiffness of an axis and the
/// alternate Jacobian act on what is left.
TEST(Masks, KeepStiffnessAndTheAlternateJacobian) {
  const ik::Skeleton arm(test::row(3, Vector3d::UnitY()),
                         {{.name = "tip", .joint = 2, .position = {3, 0, 0}}});
  const auto after = [&](const char* method, const char* key, double value, const Vector3d& mask) {
    const ik::MethodInfo& info = ik::find_method(method);
    base::Settings settings(info.parameters());
    settings.set(key, value);
    ik::Solver solver(
        std::make_shared<ik::Skeleton>(test::with_goals(arm, {masked("position", mask)})), info,
        settings);
    ik::Targets targets = test::targets_at(Vector3d(1.5, 0, 1.2));
    for (int step = 0; step < 3; ++step) solver.step(targets, 0.01);
    return VectorXd(solver.pose().theta);
  };
  for (const auto& [method, key, value] :
       {std::tuple{"dss", "kp_x", 2.5}, std::tuple{"dls", "jacobian", 1.}}) {
    const VectorXd whole = after(method, key, value, Vector3d::Ones());
    EXPECT_LT((after(method, key, value, {1, 0, 1}) - whole).norm(), 1e-12) << method;
    EXPECT_GT((after(method, key, value == 1 ? 0 : 1, Vector3d::Ones()) - whole).norm(), 1e-3);
  }
}

/// With equal numbers a mask is a weight; its axes are then the target's, which turns the rows
/// alone.
TEST(Masks, OfEqualNumbersAreAWeight) {
  test::Random random(1302);
  for (const char* kind : {"position", "orientation"})
    for (int trial = 0; trial < 20; ++trial) {
      const ik::Skeleton twos = arm_with(random, masked(kind, {2, 2, 2}));
      const ik::Skeleton heavy = test::with_goals(twos, {masked(kind, Vector3d::Ones(), 2)});
      const VectorXd theta = random.vector(7, 1);
      const Matrix3Xd target = random.matrix(3, 1, 1);
      EXPECT_NEAR(test::errors_at(twos, theta, target).norm(),
                  test::errors_at(heavy, theta, target).norm(), 1e-12);
      EXPECT_NEAR(test::errors_at(twos, theta, target, false).norm(),
                  ik::goal_distance(heavy, test::pose_at(heavy, theta), 0, target.col(0)), 1e-12);
    }
}

TEST(Masks, FollowTheirTargetsNumbers) {
  test::Random random(1303);
  for (const Vector3d& mask : masks)
    for (const char* kind : {"position", "orientation"}) {
      const ik::Skeleton body = arm_with(random, masked(kind, mask));
      const VectorXd theta = random.vector(7, 1);
      const Matrix3Xd there = test::met_by(body, test::pose_at(body, theta), random);
      constexpr double h = 1e-5;
      const Matrix3Xd target = there + random.matrix(3, 1, 0.1), motion = random.matrix(3, 1, h);
      VectorXd led(body.rows());
      ik::goal_errors(body, test::pose_at(body, theta), target, led, &motion);
      EXPECT_LT((led - test::errors_at(body, theta, target + motion, false)).norm(), 200 * h * h)
          << kind << ' ' << mask.transpose();
    }
}

/// A tool with five of six degrees of freedom: every method that can be asked reaches a target
/// whose roll it could not, and the sixth joint is left to the null space.
TEST(Masks, EveryMethodMeetsFiveOfSix) {
  test::Random random(1304);
  for (const ik::MethodInfo* method : ik::methods()) {
    if (method->positions_alone) continue;
    int met = 0;
    for (int trial = 0; trial < 10; ++trial) {
      const ik::Skeleton arm = test::dense_chain(random, 7, 2);
      std::vector<ik::Goal> goals{masked("position", Vector3d::Ones()),
                                  masked("orientation", {1, 1, 0})};
      const auto body = std::make_shared<const ik::Skeleton>(test::with_goals(arm, goals));
      const ik::Pose there = test::pose_at(*body, body->start() + random.vector(7, 0.3));
      ik::Targets targets = test::targets_at(test::met_by(*body, there, random));
      base::Settings settings = test::settings_of(*method, {});
      if (settings.has("lambda")) settings.set("lambda", 0.05);
      ik::Solver solver(body, *method, settings);
      for (int step = 0; step < 2000; ++step) solver.step(targets, 0.01);
      met += test::errors_at(*body, solver.pose().theta, targets.position).norm() < 1e-2;
    }
    EXPECT_GE(met, 7) << method->name;
  }
}

TEST(Masks, AreChecked) {
  EXPECT_EQ(test::refusal_of(masked("position", {1, 0, 0})), "");
  for (const Vector3d& mask : {Vector3d(0, 0, 0), Vector3d(-1, 1, 1), Vector3d(1, NAN, 1)})
    EXPECT_TRUE(test::has(test::refusal_of(masked("position", mask)), "mask"));
  ik::Goal plane = masked("plane", {1, 1, 0});
  plane.direction = Vector3d::UnitZ();
  EXPECT_TRUE(test::has(test::refusal_of(plane), "does not take"));
}

/// A limb: a trunk that turns and slides, a shoulder of three axes, an elbow, a wrist, and an
/// effector with a pole; a second effector on the trunk.
ik::Skeleton figure(const ik::Goal& pole) {
  const Vector3d shoulder(0, 0.2, 1), elbow(0, 0.6, 0.9), wrist(0.1, 0.9, 0.9);
  return {{{.name = "turn", .axis = {0, 0, 1}},
           {.name = "rise", .parent = 0, .type = ik::JointType::Prismatic, .axis = {0, 0, 1}},
           {.name = "roll", .parent = 1, .position = shoulder, .axis = {1, 0, 0}},
           {.name = "lift", .parent = 2, .position = shoulder, .axis = {0, 1, 0}},
           {.name = "swing", .parent = 3, .position = shoulder, .axis = {0, 0, 1}},
           {.name = "bend", .parent = 4, .position = elbow, .axis = {1, 0, 0}},
           {.name = "wrist", .parent = 5, .position = wrist, .axis = {0, 0, 1}}},
          {{"hand", 6, wrist + Vector3d(0, 0.05, 0)},
           {"hand, pole", 6, wrist + Vector3d(0, 0.05, 0), pole, "hand"},
           {"head", 1, {0, 0, 1.5}}}};
}

ik::Goal pole_goal() { return {.info = &ik::find_goal("pole"), .weight = 0.7}; }

TEST(Poles, FindTheirLimbs) {
  const ik::Skeleton body = figure(pole_goal());
  EXPECT_EQ(body.limb(1).shoulder, 2);
  EXPECT_EQ(body.limb(1).elbow, 5);
  EXPECT_EQ(body.limb(0).elbow, -1) << "a position has none";
  ik::Goal named = pole_goal();
  named.shoulder = "turn";
  named.elbow = "lift";
  const ik::Skeleton other = figure(named);
  EXPECT_EQ(other.limb(1).shoulder, 0);
  EXPECT_EQ(other.limb(1).elbow, 3);
  for (const auto& [shoulder, elbow, part] :
       std::vector<std::array<const char*, 3>>{{"knee", "", "no joint \"knee\""},
                                               {"bend", "bend", "no elbow"},
                                               {"bend", "roll", "no elbow"},
                                               {"roll", "swing", "no elbow"}}) {
    named.shoulder = shoulder;
    named.elbow = elbow;
    EXPECT_TRUE(test::has(test::refusal([&] { figure(named); }), part)) << part;
  }
}

TEST(Poles, JacobiansEqualCentralDifferences) {
  test::Random random(1305);
  ik::Goal lower = pole_goal();
  lower.shoulder = "turn";
  lower.elbow = "lift";
  for (const ik::Goal& goal : {pole_goal(), lower})
    for (int trial = 0; trial < 100; ++trial) {
      const ik::Skeleton body = figure(goal);
      const VectorXd theta = random.vector(7, 2);
      const Matrix3Xd targets = random.matrix(3, 3, 2);
      if (std::abs(test::errors_at(body, theta, targets, false)[3]) > 3)
        continue;  // it jumps at pi
      test::expect_differences(body, theta, targets, 1e-4);
      constexpr double h = 1e-6;
      const Matrix3Xd motion = random.matrix(3, 3, h);
      VectorXd led(body.rows());
      ik::goal_errors(body, test::pose_at(body, theta), targets, led, &motion);
      EXPECT_LT((led - test::errors_at(body, theta, targets + motion, false)).norm(), 1e-9);
    }
}

/// e is the angle by which the elbow must be turned about the line from shoulder to hand.
TEST(Poles, ErrorsAreSwivelAngles) {
  test::Random random(1306);
  const ik::Skeleton body = figure(pole_goal());
  for (int trial = 0; trial < 50; ++trial) {
    const ik::Pose pose = test::pose_at(body, random.vector(7, 1));
    const Vector3d a = pose.position.col(2), b = pose.position.col(5), s = pose.effector.col(1);
    const double angle = random.uniform(-3, 3);
    Matrix3Xd targets = random.matrix(3, 3, 2);
    targets.col(1) = a + Eigen::AngleAxisd(angle, (s - a).normalized()) * (3 * (b - a));
    EXPECT_NEAR(test::errors_at(body, pose.theta, targets, false)[3], angle, 1e-9);
  }
}

TEST(Poles, TurnTheElbowAndLeaveTheHand) {
  const auto body = std::make_shared<const ik::Skeleton>(figure(pole_goal()));
  ik::Solver solver = test::solver_of(body, "dls", {{"lambda", "0.05"}});
  ik::Targets targets = test::targets_at(solver.pose().effector);
  targets.position.col(0) += Vector3d(0.05, -0.2, 0.05);
  for (const Vector3d& pole : {Vector3d(0.5, 0.4, 3), Vector3d(2, 0.4, 1), Vector3d(-2, 0.4, 0)}) {
    targets.position.col(1) = pole;
    for (int step = 0; step < 2000; ++step) solver.step(targets, 0.01);
    EXPECT_LT(test::errors_at(*body, solver.pose().theta, targets.position, false).norm(), 1e-6);
  }
}

/// A straight limb, or a pole on its line, has no half plane: nothing is asked.
TEST(Poles, AreFiniteWhereThereIsNoHalfPlane) {
  const ik::Skeleton body({{.name = "a", .axis = {0, 0, 1}},
                           {.name = "b", .parent = 0, .position = {1, 0, 0}, .axis = {0, 0, 1}}},
                          {{"e", 1, {2, 0, 0}, pole_goal()}});
  for (const double bend : {0., 1e-9, 1e-5})
    for (const Vector3d& pole : {Vector3d(3, 0, 0), Vector3d(0, 0, 0), Vector3d(1, 2, 1)}) {
      const VectorXd theta = Eigen::Vector2d(0, bend);
      const MatrixXd J = test::jacobian_at(body, test::pose_at(body, theta), pole);
      EXPECT_TRUE(J.allFinite());
      EXPECT_TRUE(test::errors_at(body, theta, pole).allFinite());
      EXPECT_EQ(J.norm() == 0, bend < 1e-6 || pole.y() == 0);
    }
}

}  // namespace
