// Tests the goals of effectors: J against differences of e, degenerate states, and that DLS fulfils
// every kind of goal, alone and mixed, where it can be met.

#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/goals.h"
#include "support/moving.h"
#include "support/refusal.h"

namespace {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

const std::vector<std::string_view> kinds{"position", "orientation", "aim", "plane"};

/// Returns effectors on random links, sometimes several on one link, with goals drawn from `among`.
ik::Skeleton random_body(test::Random& random, int effectors,
                         const std::vector<std::string_view>& among) {
  const ik::Skeleton tree = test::random_tree(random, 2 + random.index(12), effectors);
  std::vector<ik::Effector> ends = tree.all_effectors();
  for (int i = 0; i < effectors; ++i) {
    if (i > 0 && random.chance(0.4)) ends[i].joint = ends[i - 1].joint;
    ends[i].goal = test::random_goal(random, among[random.index(static_cast<int>(among.size()))],
                                     random.log_uniform(0.1, 10));
  }
  return {tree.all_joints(), ends};
}

TEST(Goals, JacobiansOfPointsEqualCentralDifferencesEverywhere) {
  test::Random random(1000);
  for (int trial = 0; trial < 200; ++trial) {
    const ik::Skeleton body = random_body(random, 1 + random.index(4), {"position", "plane"});
    test::expect_differences(body, random.vector(body.joints(), 2),
                             random.matrix(3, body.effectors(), 3), 1e-7);
    if (HasFailure()) break;
  }
}

TEST(Goals, JacobiansOfDirectionsEqualCentralDifferencesNearTheGoal) {
  test::Random random(1001);
  for (int trial = 0; trial < 200; ++trial) {
    const ik::Skeleton body = random_body(random, 1 + random.index(4), kinds);
    const VectorXd theta = random.vector(body.joints(), 1);
    const ik::Pose there = test::pose_at(body, theta + random.vector(body.joints(), 1e-7));
    test::expect_differences(body, theta, test::met_by(body, there, random), 1e-5);
    if (HasFailure()) break;
  }
}

TEST(Goals, JacobiansOfAimsEqualCentralDifferencesLessThanNinetyDegreesAway) {
  test::Random random(1002);
  int seen = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const ik::Skeleton body = random_body(random, 1, {"aim"});
    const VectorXd theta = random.vector(body.joints(), 2);
    const ik::Pose pose = test::pose_at(body, theta);
    const Vector3d ray = pose.rotation[body.effector_joint(0)] * body.effector(0).goal.direction;
    const Vector3d w = random.direction();
    if (ray.dot(w) < 0.01) continue;
    ++seen;
    test::expect_differences(body, theta, pose.effector + random.log_uniform(0.5, 5) * w, 1e-6);
    const VectorXd e = test::errors_at(body, theta, pose.effector + w, false);
    EXPECT_NEAR(e.norm(), std::acos(ray.dot(w)), 1e-7);
    if (HasFailure()) break;
  }
  EXPECT_GT(seen, 100);
}

/// Near the ray e is a series in the small angle, and its derivative too is that of the exact e.
TEST(Goals, AimsNearTheirTargetsHaveTheExactDerivative) {
  test::Random random(1011);
  const Vector3d zero = Vector3d::Zero(), d = random.direction();
  const Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  const auto at = [&](const Eigen::Matrix3d& turned, const Vector3d& t) {
    ik::Linearised result;
    ik::find_goal("aim").linearise(
        {.s = zero, .R = turned, .t = t, .direction = d, .mask = Vector3d::Ones()}, result);
    return result;
  };
  for (const double angle : {1e-6, 0.9e-4, 1.1e-4, 1e-2}) {
    const Vector3d t = d + angle * d.cross(random.direction()).normalized();
    const ik::Linearised here = at(R, t);
    for (int c = 0; c < 3; ++c) {
      // These are central differences, extrapolated.
      const Vector3d axis = Vector3d::Unit(c);
      const auto by_t = [&](double h) -> Vector3d {
        return (at(R, t + h * axis).e - at(R, t - h * axis).e) / (2 * h);
      };
      const auto by_turn = [&](double h) -> Vector3d {
        const Eigen::AngleAxisd there(h, axis), back(-h, axis);
        return (at(there * R, t).e - at(back * R, t).e) / (2 * h);
      };
      const auto extrapolated = [](const auto& difference) -> Vector3d {
        return (4 * difference(1e-3) - difference(2e-3)) / 3;
      };
      EXPECT_LT((here.T.col(c) - extrapolated(by_t)).norm(), 1e-10) << angle;
      EXPECT_LT((here.B.col(c) + extrapolated(by_turn)).norm(), 1e-10) << angle;
    }
  }
}

TEST(Goals, ErrorsTellAnglesAndDistances) {
  test::Random random(1003);
  int turned = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const ik::Skeleton body = random_body(random, 4, kinds);
    const VectorXd theta = random.vector(body.joints(), 1);
    const ik::Pose pose = test::pose_at(body, theta);
    EXPECT_LT(test::errors_at(body, theta, test::met_by(body, pose, random)).norm(), 1e-6);
    const Matrix3Xd targets = random.matrix(3, 4, 3);
    const VectorXd e = test::errors_at(body, theta, targets, false);
    for (int i = 0; i < 4; ++i) {
      const VectorXd block = e.segment(body.row(i), body.rows(i));
      EXPECT_NEAR(ik::goal_distance(body, pose, i, targets.col(i)), block.norm(), 1e-12);
      const Vector3d t = targets.col(i);
      if (body.effector(i).goal.info->name != "orientation") continue;
      // After a turn about e by |e| the link has the target's orientation.
      const Eigen::Matrix3d wanted = Eigen::AngleAxisd(t.norm(), t.normalized()).toRotationMatrix();
      const Eigen::AngleAxisd turn(block.norm(), Vector3d(block).normalized());
      EXPECT_LT((turn * pose.rotation[body.effector_joint(i)] - wanted).norm(), 1e-9);
      EXPECT_LE(block.norm(), std::numbers::pi + 1e-9);
      ++turned;
    }
  }
  EXPECT_GT(turned, 100);
}

TEST(Goals, WeightsScaleTheirRows) {
  test::Random random(1004);
  const ik::Skeleton tree = test::random_tree(random, 6, 2);
  const ik::Goal aim = test::random_goal(random, "aim");
  const ik::Goal heavy{aim.info, 5, aim.direction};
  const ik::Skeleton one = test::with_goals(tree, {ik::Goal{}, aim});
  const ik::Skeleton five = test::with_goals(tree, {ik::Goal{}, heavy});
  const ik::Pose pose = test::pose_at(one, random.vector(6, 1));
  const Matrix3Xd targets = random.matrix(3, 2, 3);
  MatrixXd J = test::jacobian_at(one, pose, targets);
  J.bottomRows(2) *= 5;
  EXPECT_LT((J - test::jacobian_at(five, pose, targets)).norm(), 1e-12);
  VectorXd e1 = test::errors_at(one, pose.theta, targets);
  e1.tail(2) *= 5;
  EXPECT_LT((e1 - test::errors_at(five, pose.theta, targets)).norm(), 1e-12);
}

TEST(Goals, OfPositionsAloneTheyAreThePlainOnes) {
  test::Random random(1005);
  for (int trial = 0; trial < 50; ++trial) {
    const ik::Skeleton plain_body = test::random_tree(random, 8, 3);
    const ik::Skeleton weighted =
        test::with_goals(plain_body, {ik::Goal{.weight = 2}, ik::Goal{}, ik::Goal{}});
    ASSERT_TRUE(plain_body.only_positions() && !weighted.only_positions());
    const VectorXd theta = random.vector(plain_body.joints(), 2);
    const Matrix3Xd targets = random.matrix(3, 3, 2);
    for (const bool alternate : {false, true}) {
      MatrixXd J = MatrixXd::Zero(9, plain_body.joints()), expected = J;
      ik::goal_jacobian(weighted, test::pose_at(weighted, theta), targets, alternate, J);
      expected = alternate ? plain::jacobian(plain_body, theta, targets)
                           : plain::jacobian(plain_body, theta);
      expected.topRows(3) *= 2;
      EXPECT_LT((J - expected).norm(), 1e-12);
    }
  }
}

/// e also changes with the targets' numbers, by T: the feed-forward.
TEST(Goals, FollowTheirTargetsNumbers) {
  test::Random random(1006);
  for (int trial = 0; trial < 200; ++trial) {
    const ik::Skeleton body = random_body(random, 3, kinds);
    const VectorXd theta = random.vector(body.joints(), 1);
    const ik::Pose pose = test::pose_at(body, theta);
    const Matrix3Xd targets = test::met_by(body, pose, random);
    constexpr double h = 1e-5;
    const Matrix3Xd motion = random.matrix(3, 3, h);
    VectorXd led(body.rows());
    ik::goal_errors(body, pose, targets, led, &motion);
    const VectorXd moved = test::errors_at(body, theta, targets + motion, false);
    EXPECT_LT((led - moved).norm(), 200 * h * h) << trial;
    EXPECT_GT(led.norm(), 0);
  }
}

/// R_t = exp([t]x) turns as fast as t changes along t; across it, for a = |t|, by (sin a)/a of that
/// and by (1 - cos a)/a about the third direction.
TEST(Goals, AnOrientationTurnsAsItsRotationVectorChanges) {
  const ik::Skeleton body({{.name = "a"}}, {{"e", 0, {0, 0, 0}, {&ik::find_goal("orientation")}}});
  const ik::Pose pose(body);
  test::Random random(1011);
  for (const double a : {1e-9, 1e-5, 9e-5, 1.1e-4, 9e-3, 0.011, 1.0, 3.0}) {
    const Vector3d along = random.direction(), across = along.unitOrthogonal();
    const Vector3d third = along.cross(across);
    const auto turning = [&](const Vector3d& motion) {
      VectorXd e(3), led(3);
      const Matrix3Xd target = a * along, lead = motion;
      ik::goal_errors(body, pose, target, e);
      ik::goal_errors(body, pose, target, led, &lead);
      return VectorXd(led - e);
    };
    const double versine = 2 * std::pow(std::sin(a / 2), 2);  // 1 - cos a
    EXPECT_LT((turning(along) - along).norm(), 1e-14) << a;
    EXPECT_LT((turning(across) - std::sin(a) / a * across - versine / a * third).norm(), 1e-14)
        << a;
  }
}

/// Degenerate states: straight at the target, straight away from it, the target on the effector,
/// half a turn away.
TEST(Goals, AreFiniteAtDegenerateStates) {
  test::Random random(1007);
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton body = random_body(random, 3, kinds);
    VectorXd theta = random.vector(body.joints(), 2);
    if (trial % 4 == 0) theta.setZero();
    const ik::Pose pose = test::pose_at(body, theta);
    for (const double distance : {1.0, -1.0, 0.0, 1e-12, -1e-12, 1e-300, 1e6}) {
      Matrix3Xd targets = pose.effector;
      for (int i = 0; i < 3; ++i) {
        const ik::Goal& goal = body.effector(i).goal;
        const Eigen::Matrix3d& R = pose.rotation[body.effector_joint(i)];
        if (goal.info->name == "orientation") {
          const Eigen::AngleAxisd half(
              R * Eigen::AngleAxisd(distance * std::numbers::pi, random.direction()));
          targets.col(i) = half.angle() * half.axis();
        } else if (!goal.info->direction.empty()) {
          targets.col(i) += distance * (R * goal.direction);
        }
      }
      MatrixXd J = MatrixXd::Zero(body.rows(), body.joints());
      ik::goal_jacobian(body, pose, targets, trial % 2, J);
      const VectorXd e = test::errors_at(body, theta, targets, false);
      ASSERT_TRUE(J.allFinite() && e.allFinite()) << trial << ' ' << distance;
      ASSERT_LT(J.cwiseAbs().maxCoeff(), 1e9);
      for (int i = 0; i < 3; ++i) {
        const auto block = e.segment(body.row(i), body.rows(i));
        const std::string_view kind = body.effector(i).goal.info->name;
        if (kind == "orientation" && std::abs(distance) == 1) {
          EXPECT_NEAR(block.norm(), std::numbers::pi, 1e-6);
        } else if (kind == "aim" && std::abs(distance) == 1) {
          EXPECT_NEAR(block.norm(), distance < 0 ? std::numbers::pi : 0, 1e-6);
        }
      }
    }
  }
}

TEST(Goals, AnAimThatLooksAwayTurnsRound) {
  const ik::Skeleton eye(
      {{.name = "x", .axis = {1, 0, 0}}, {.name = "y", .parent = 0, .axis = {0, 1, 0}}},
      {{"e", 1, Vector3d::Zero(), {&ik::find_goal("aim"), 1, Vector3d::UnitZ()}}});
  for (const Vector3d& target : {Vector3d(0, 0, -1), Vector3d(1e-10, 0, -2), Vector3d(0, 1, -3),
                                 Vector3d(-1, 0, -1e-3), Vector3d(0, 1, 0)}) {
    const auto body = std::make_shared<const ik::Skeleton>(eye);
    ik::Solver solver = test::solver_of(body, "dls", {{"lambda", "0.2"}});
    ik::Targets targets = test::targets_at(target);
    for (int step = 0; step < 200; ++step) solver.step(targets, 0.01);
    EXPECT_LT(ik::goal_distance(eye, solver.pose(), 0, target), 1e-6) << target.transpose();
  }
}

double left_after(const ik::Skeleton& made, test::Random& random, int steps) {
  const auto body = std::make_shared<const ik::Skeleton>(made);
  const ik::Pose there = test::pose_at(*body, body->start() + random.vector(body->joints(), 0.4));
  ik::Targets targets = test::targets_at(test::met_by(*body, there, random));
  ik::Solver solver = test::solver_of(body, "dls", {{"lambda", "0.05"}, {"max_angle_deg", "20"}});
  for (int step = 0; step < steps; ++step) solver.step(targets, 0.01);
  return test::errors_at(*body, solver.pose().theta, targets.position).norm();
}

TEST(Goals, DlsMeetsEachKindAlone) {
  test::Random random(1008);
  for (const std::string_view kind : kinds) {
    int met = 0;
    for (int trial = 0; trial < 40; ++trial) {
      const ik::Skeleton tree = test::random_tree(random, 8, 1);
      met += left_after(test::with_goals(tree, {test::random_goal(random, kind, 1)}), random,
                        1000) < 1e-4;
    }
    EXPECT_GE(met, 38) << kind;
  }
}

TEST(Goals, DlsMeetsThemMixedAndSeveralOnOneLink) {
  test::Random random(1009);
  int met = 0;
  for (int trial = 0; trial < 40; ++trial)
    met += left_after(random_body(random, 3, kinds), random, 3000) < 1e-3;
  EXPECT_GE(met, 35);

  // A hand has a position and an orientation.
  const ik::Skeleton arm = test::random_tree(random, 9, 1, {.prismatic = 0, .ball = 1});
  ik::Effector position = arm.effector(0), turn = position;
  position.joint = turn.joint = arm.joints() - 1;
  turn.goal.info = &ik::find_goal("orientation");
  EXPECT_LT(left_after({arm.all_joints(), {position, turn}}, random, 1000), 1e-4);
}

/// angle_weight is, to the last bit, the weight that the scene would have given to every angle, and
/// its special value keeps the scene's.
TEST(Goals, ASettingReplacesTheWeightsOfAngles) {
  test::Random random(57);
  ik::Skeleton tree = test::random_tree(random, 12, 4);
  const auto body = [&](double of_angles) {
    std::vector<ik::Effector> ends = tree.all_effectors();
    for (int i = 0; i < 4; ++i) {
      ends[i].goal = {&ik::find_goal(kinds[i]), 0.5 + i, Vector3d::UnitX()};
      if (ends[i].goal.info->unit == "rad" && of_angles > 0) ends[i].goal.weight = of_angles;
    }
    return std::make_shared<const ik::Skeleton>(tree.all_joints(), ends);
  };
  std::map<std::string_view, int> differ;
  for (int trial = 0; trial < 4; ++trial, tree = test::random_tree(random, 12, 4)) {
    ik::Targets targets = test::targets_at(ik::Pose(*body(0)).effector + random.matrix(3, 4, 0.3));
    for (const ik::MethodInfo* method : ik::methods()) {
      if (!method->suits(*body(0))) continue;
      const base::Settings plain = test::settings_of(*method, {});
      if (!plain.has("angle_weight")) continue;
      const auto end = [&](const std::shared_ptr<const ik::Skeleton>& of, double weight) {
        base::Settings settings = plain;
        settings.set("angle_weight", weight);
        ik::Solver solver(of, *method, settings);
        for (int step = 0; step < 20; ++step) solver.step(targets, 0.01);
        return solver.pose().theta;
      };
      EXPECT_EQ(end(body(0), 0.7), end(body(0.7), 0)) << method->name;
      differ[method->name] += end(body(0), 0) != end(body(0), 0.7);
    }
  }
  EXPECT_GT(differ.size(), 6u);
  for (const auto& [method, times] : differ) EXPECT_GT(times, 0) << method;
}

TEST(Goals, OfASkeletonAreChecked) {
  const ik::GoalInfo* plane = &ik::find_goal("plane");
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(test::refusal_of({plane, 1, Vector3d::UnitZ()}), "");
  EXPECT_TRUE(test::has(test::refusal_of({plane, 1, Vector3d::Zero()}), "no direction"));
  EXPECT_TRUE(test::has(test::refusal_of({plane, 1, {0, inf, 0}}), "no direction"));
  for (const double weight : {0.0, -1.0, inf, std::nan("")})
    EXPECT_TRUE(test::has(test::refusal_of({plane, weight, Vector3d::UnitZ()}), "weight"));
  EXPECT_TRUE(
      test::has(test::refusal([] { ik::find_goal("plain"); }), "there is no goal \"plain\""));
}

TEST(Goals, AUnitDirectionStaysAsItIs) {
  test::Random random(1010);
  for (int trial = 0; trial < 2000; ++trial) {
    const auto direction_of = [](const Vector3d& given) {
      const ik::Goal goal{&ik::find_goal("plane"), 1, given};
      return ik::Skeleton({{.name = "a"}}, {{"e", 0, Vector3d::UnitX(), goal}})
          .effector(0)
          .goal.direction;
    };
    const Vector3d once = direction_of(random.direction() * random.log_uniform(1e-3, 1e3));
    EXPECT_NEAR(once.norm(), 1, 1e-15);
    EXPECT_EQ(direction_of(once), once);
  }
}

}  // namespace
