// Tests the null-space objectives: each gradient against central differences of its H, and that the
// motion which a solver adds for them moves no effector.

#include "ik/objectives/objective.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/differences.h"
#include "support/goals.h"
#include "support/moving.h"

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Cost = std::function<double(const VectorXd& theta)>;
using test::infinity;

std::vector<ik::Obstacle> obstacles_about(test::Random& random) {
  using Shape = ik::Obstacle::Shape;
  std::vector<ik::Obstacle> result;
  for (Shape shape : {Shape::Sphere, Shape::Box, Shape::Capsule})
    result.push_back({.name = "o",
                      .shape = shape,
                      .position = random.vector(3, 2),
                      .size = Vector3d::Constant(0.4) + random.vector(3, 0.2),
                      .axis = random.vector(3)});
  return result;
}

/// Computes phi of an objective on a body in a pose.
struct PhiOf {
  const ik::Skeleton& body;
  std::vector<ik::Obstacle> obstacles = {};
  VectorXd rest = VectorXd::Zero(body.joints());

  VectorXd operator()(const char* objective, const VectorXd& theta, double gain = 1) const {
    const ik::Pose pose = test::pose_at(body, theta);
    VectorXd phi = VectorXd::Zero(body.joints());
    base::Registry<ik::ObjectiveInfo>::find(objective).make(body)->add(
        {body, pose, rest, obstacles}, gain, phi);
    return phi;
  }
};

VectorXd downhill(const Cost& H, const VectorXd& theta, double h = 1e-6) {
  VectorXd result(theta.size());
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    VectorXd after = theta, before = theta;
    after[j] += h;
    before[j] -= h;
    result[j] = -(H(after) - H(before)) / (2 * h);
  }
  return result;
}

/// Returns poses, some of them with joints at or near zero, where many bodies are stretched.
std::vector<VectorXd> poses(const ik::Skeleton& body, test::Random& random) {
  return {VectorXd::Zero(body.joints()), random.vector(body.joints(), 1e-3),
          random.vector(body.joints(), 1.5), random.vector(body.joints(), 3)};
}

std::vector<ik::Skeleton> bodies(test::Random& random) {
  std::vector<ik::Skeleton> result{test::reference_body("y"), test::reference_body("double-y-25"),
                                   test::dense_chain(random, 4, 2)};  // m > n
  for (int i = 0; i < 8; ++i)
    result.push_back(test::random_tree(random, 6 + i, 1 + i % 3, {.limits = 0.6}));
  return result;
}

TEST(Objectives, RestIsAGradient) {
  test::Random random(300);
  for (const ik::Skeleton& body : bodies(random)) {
    const PhiOf ask{body, {}, random.vector(body.joints())};
    const Cost H = [&](const VectorXd& theta) { return (theta - ask.rest).squaredNorm() / 2; };
    for (const VectorXd& theta : poses(body, random))
      EXPECT_LT((ask("rest", theta, 0.3) - 0.3 * downhill(H, theta)).norm(), 1e-7);
  }
}

TEST(Objectives, LimitsIsAGradient) {
  test::Random random(301);
  int counted = 0;
  for (const ik::Skeleton& body : bodies(random)) {
    const Cost H = [&](const VectorXd& theta) {
      double sum = 0;
      for (int j = 0; j < body.joints(); ++j) {
        const double l = body.joint(j).lower, u = body.joint(j).upper;
        if (u - l < infinity) sum += std::pow((theta[j] - (l + u) / 2) / ((u - l) / 2), 2) / 2;
      }
      return sum;
    };
    for (const VectorXd& theta : poses(body, random)) {
      const VectorXd expected = 1e-6 * downhill(H, theta);
      EXPECT_LE((PhiOf{body}("limits", theta, 1e-6) - expected).norm(), 1e-8 * expected.norm());
      counted += expected.norm() > 0;
    }
  }
  EXPECT_GT(counted, 20);
}

TEST(Objectives, LimitsGoesToTheMiddleAtMost) {
  std::vector<ik::Joint> joints;
  for (const auto& [lower, upper] : std::vector<std::pair<double, double>>{
           {-1, 3}, {0.5, 0.5}, {-1e-9, 1e-9}, {-infinity, 1}, {0, infinity}, {-1e308, 1e308}})
    joints.push_back({.name = "j" + std::to_string(joints.size()),
                      .parent = static_cast<int>(joints.size()) - 1,
                      .lower = lower,
                      .upper = upper,
                      .rest = lower == 0.5 ? 0.5 : 0,
                      .start = lower == 0.5 ? 0.5 : 0});
  const ik::Skeleton body(joints, {{"e", 5, {1, 0, 0}}});
  VectorXd theta(6), expected(6);
  theta << 0, 0.5, 1e-9, -7, 7, 1;
  expected << 1. / 4, 0, -1e-9, 0, 0, 0;
  EXPECT_LT((PhiOf{body}("limits", theta, 1) - expected).cwiseAbs().maxCoeff(), 1e-24);
}

double log_w(const MatrixXd& J, double eps) {
  const VectorXd sigma =
      plain::singular_values(J.transpose() * MatrixXd::Identity(J.rows(), J.rows()));
  double sum = static_cast<double>(J.rows() - sigma.size()) * std::log(eps);
  for (double s : sigma) sum += std::log(s * s + eps * eps) / 2;
  return sum;
}

TEST(Objectives, ManipulabilityIsAGradient) {
  test::Random random(302);
  for (const ik::Skeleton& body : bodies(random)) {
    const double eps = 0.01 * body.characteristic_length();
    const Cost H = [&](const VectorXd& theta) { return -log_w(plain::jacobian(body, theta), eps); };
    for (const VectorXd& theta : poses(body, random)) {
      const VectorXd expected = downhill(H, theta);
      EXPECT_LT((PhiOf{body}("manipulability", theta) - expected).norm(),
                1e-6 * (1 + expected.norm()));
    }
  }
}

TEST(Objectives, ManipulabilityPointsWhereYoshikawasMeasureGrows) {
  test::Random random(303);
  const ik::Skeleton body = test::reference_body("y");
  const Cost minus_w = [&](const VectorXd& theta) {
    return -plain::singular_values(plain::jacobian(body, theta)).prod();
  };
  int compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const VectorXd theta = random.vector(body.joints(), 2);
    if (plain::singular_values(plain::jacobian(body, theta)).minCoeff() < 0.3) continue;
    const VectorXd grad_w = downhill(minus_w, theta), phi = PhiOf{body}("manipulability", theta);
    EXPECT_LT((phi * -minus_w(theta) - grad_w).norm(), 0.01 * grad_w.norm());
    ++compared;
  }
  EXPECT_GT(compared, 10);
}

/// Other goals, and additional ones at the same effector, do not change the pose, and so not the
/// measure.
TEST(Objectives, ManipulabilityIsOfThePointsWhateverTheGoals) {
  test::Random random(304);
  const ik::Skeleton body = test::random_tree(random, 12, 2);
  std::vector<ik::Effector> ends;
  for (int i : {0, 1, 0, 1}) ends.push_back(body.effector(i));
  ends[1].goal = {&ik::find_goal("plane"), 2, Vector3d::UnitX()};
  for (int further : {2, 3}) {
    ends[further].of = ends[further].name;
    ends[further].name += " turned";
    ends[further].goal = {&ik::find_goal("orientation"), 0.5, Vector3d::Zero()};
  }
  const ik::Skeleton other(body.all_joints(), ends);
  const VectorXd theta = random.vector(body.joints(), 2);
  EXPECT_LT((PhiOf{body}("manipulability", theta) - PhiOf{other}("manipulability", theta)).norm(),
            1e-9);
}

TEST(Objectives, ObstaclesIsAGradient) {
  test::Random random(305);
  for (const ik::Skeleton& body : bodies(random)) {
    const double d0 = 0.1 * body.characteristic_length();
    const PhiOf ask{body, obstacles_about(random)};
    const Cost H = [&](const VectorXd& theta) {
      const plain::Positions at = plain::positions(body, theta);
      // A point that several axes share counts once, as that of its last axis.
      std::vector<Vector3d> points;
      for (int j = 0; j < body.joints(); ++j) {
        const int parent = body.joint(j).parent;
        const bool shared = parent >= 0 && body.revolute(parent) &&
                            body.joint(parent).position == body.joint(j).position;
        if (!shared) points.push_back(at.joint.col(j));
      }
      for (int i = 0; i < body.effectors(); ++i) points.push_back(at.effector.col(i));
      double sum = 0;
      for (const Vector3d& p : points)
        for (const ik::Obstacle& obstacle : ask.obstacles) {
          const double d = ik::clearance(obstacle, p).distance;
          sum -= d > d0 ? std::log(d / d0) : d / d0 - 1;
        }
      return sum;
    };
    for (const VectorXd& theta : poses(body, random)) {
      const VectorXd expected = downhill(H, theta);
      EXPECT_LT((ask("obstacles", theta) - expected).norm(), 1e-6 * (1 + expected.norm()));
    }
  }
}

TEST(Objectives, ObstaclesPushAwayAndNoHarderThanAtATenthOfALink) {
  const ik::Skeleton body({{.name = "j"}}, {{"e", 0, {1, 0, 0}}});  // link 1 along x, turns about z
  const auto push_from = [&](double y) {
    ik::Obstacle ball{.name = "o", .position = {1, y, 0}, .size = Vector3d::Constant(0.25)};
    return PhiOf{body, {ball}}("obstacles", VectorXd::Zero(1))[0];
  };
  EXPECT_DOUBLE_EQ(push_from(-1.25), 1);
  EXPECT_DOUBLE_EQ(push_from(1.25), -1);
  EXPECT_NEAR(push_from(0.75), -2, 1e-12);
  EXPECT_NEAR(push_from(0.3), -10, 1e-12);
  EXPECT_NEAR(push_from(0.1), -10, 1e-12);
  EXPECT_NEAR(std::abs(push_from(0)), 10, 1e-12);  // at its centre
}

/// The distance of two segments, by many points.
double distance(const std::array<Vector3d, 4>& ends) {
  double least = infinity;
  constexpr int points = 50;
  for (int i = 0; i <= points; ++i) {
    const Vector3d p = ends[0] + double(i) / points * (ends[1] - ends[0]);
    const Vector3d way = ends[3] - ends[2];
    const double t = std::clamp((p - ends[2]).dot(way) / way.squaredNorm(), 0., 1.);
    least = std::min(least, (p - ends[2] - t * way).norm());
  }
  return least;
}

/// Compared with differences of H, whose distances come from many points.
TEST(Objectives, SelfCollisionIsAGradient) {
  test::Random random(308);
  int pushed = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const ik::Skeleton body = test::dense_chain(random, 6, 1);
    const double D = body.characteristic_length(), r = 0.1 * D;
    const auto segments = [&](const VectorXd& theta) {
      const ik::Pose pose = test::pose_at(body, theta);
      std::vector<std::pair<Vector3d, Vector3d>> all;
      for (int j = 1; j < body.joints(); ++j)
        all.emplace_back(pose.position.col(j - 1), pose.position.col(j));
      all.emplace_back(pose.position.col(body.joints() - 1), pose.effector.col(0));
      return all;
    };
    const auto at_zero = segments(VectorXd::Zero(body.joints()));
    bool rough = false;  // too near, or where two points are as near as others
    const Cost H = [&](const VectorXd& theta) {
      const auto now = segments(theta);
      double sum = 0;
      for (size_t k = 0; k < now.size(); ++k)
        for (size_t l = 0; l < k; ++l) {
          const auto of = [&](const auto& all) {
            return distance({all[k].first, all[k].second, all[l].first, all[l].second});
          };
          const double d = of(now) - 2 * r;
          if (d >= D || of(at_zero) <= 2 * r) continue;
          rough |= d < 0.1 * D;
          sum -= std::log(d / D) - d / D + 1;
        }
      return sum;
    };
    const VectorXd theta = random.vector(body.joints(), 2), expected = downhill(H, theta, 1e-4);
    const VectorXd phi = PhiOf{body}("self_collision", theta);
    ASSERT_TRUE(phi.allFinite());
    if (rough || !expected.allFinite() || expected.norm() == 0) continue;
    ++pushed;
    EXPECT_LT((phi - expected).norm(), 0.02 * expected.norm()) << trial;
  }
  EXPECT_GT(pushed, 5);
}

/// Folded arms part; links that always touch, and crossed ones, stay as they are.
TEST(Objectives, SelfCollisionPushesLinksApart) {
  const ik::Skeleton arm(test::row(4), {{"e", 3, {4, 0, 0}}});
  const PhiOf ask{arm};
  EXPECT_EQ(ask("self_collision", VectorXd::Zero(4)).norm(), 0)
      << "a straight arm is far from itself";
  const VectorXd folded = Eigen::Vector4d(0, 1.5, 1.5, 1.5);
  const VectorXd phi = ask("self_collision", folded);
  EXPECT_LT(phi.dot(folded), 0) << "it unfolds";
  EXPECT_TRUE(ask("self_collision", Eigen::Vector4d(0, 2, 2, 2)).allFinite()) << "crossed";
}

TEST(Objectives, GainsScaleAndPhiIsAddedTo) {
  test::Random random(306);
  const ik::Skeleton body = test::random_tree(random, 10, 2, {.limits = 1});
  const PhiOf ask{body, obstacles_about(random), random.vector(body.joints())};
  const VectorXd theta = random.vector(body.joints(), 0.5);
  for (const ik::ObjectiveInfo* objective : ik::objectives()) {
    const VectorXd one = ask(objective->name.data(), theta, 1e-3);
    EXPECT_GT(one.norm(), 0) << objective->name;
    EXPECT_LT((ask(objective->name.data(), theta, 2e-3) - 2 * one).norm(), 1e-14 * one.norm());
    EXPECT_EQ(objective->gain.default_value, 0);
  }
}

// ---- in a solver

/// Returns the same body with another start pose.
std::shared_ptr<const ik::Skeleton> starting_at(const ik::Skeleton& body, const VectorXd& theta) {
  std::vector<ik::Joint> joints = body.all_joints();
  for (int j = 0; j < body.joints(); ++j)
    joints[j].start = std::clamp(theta[j], joints[j].lower, joints[j].upper);
  return std::make_shared<ik::Skeleton>(joints, body.all_effectors());
}

/// Returns the requested first step, with or without gains. `jacobian` is 1 for the alternate one.
VectorXd first_step(const std::shared_ptr<const ik::Skeleton>& body, const ik::MethodInfo& method,
                    double gain, double jacobian, const std::vector<ik::Obstacle>& obstacles) {
  base::Settings settings(method.parameters());
  if (settings.has("jacobian")) settings.set("jacobian", jacobian);
  for (const ik::ObjectiveInfo* objective : ik::objectives())
    settings.set(objective->gain.key, gain);
  ik::Solver solver(body, method, settings);
  solver.set_rest(VectorXd::Constant(body->joints(), 0.3));
  solver.set_obstacles(obstacles);
  ik::Targets targets = test::targets_at(solver.pose().effector.array() + 0.1);
  targets.velocity.setOnes();  // for targets at rest dss may shorten the whole step
  solver.step(targets, 0.01);
  return solver.requested_dq();
}

/// Tests every method that has a null space, with either Jacobian.
TEST(Objectives, WhatASolverAddsMovesNoEffector) {
  test::Random random(307);
  std::vector<ik::Skeleton> all = bodies(random);
  const size_t plain = all.size();
  for (size_t i = 0; i < plain; ++i) all.push_back(test::with_all_goals(all[i], random, 1));
  int moved[2] = {0, 0};
  for (const ik::Skeleton& body : all) {
    const std::vector<ik::Obstacle> obstacles = obstacles_about(random);
    for (const VectorXd& theta : poses(body, random)) {
      const auto start = starting_at(body, theta);
      ik::Pose pose(*start);
      const MatrixXd J = test::jacobian_at(*start, pose, pose.effector.array() + 0.1);
      for (const ik::MethodInfo* method : ik::methods()) {
        if (method->null_space == ik::NullSpace::None) continue;
        const bool has_both = base::Settings(method->parameters()).has("jacobian");
        for (int jacobian = 0; jacobian <= has_both; ++jacobian) {
          const VectorXd added = first_step(start, *method, 0.02, jacobian, obstacles);
          const VectorXd without = first_step(start, *method, 0, jacobian, obstacles);
          const double size = added.norm() + without.norm();
          EXPECT_LT((J * (added - without)).norm(), 1e-13 * J.norm() * (1 + size))
              << method->name << ' ' << jacobian;
          moved[jacobian] += (added - without).norm() > 1e-3;
        }
      }
    }
  }
  EXPECT_GT(moved[0], 400);
  EXPECT_GT(moved[1], 400);
}

/// A body that can bend without moving its effector bends as the objective requests.
TEST(Objectives, LowerTheirCostWhileTheEffectorStays) {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 6; ++j)
    joints.push_back({.name = "j" + std::to_string(j),
                      .parent = j - 1,
                      .position = {static_cast<double>(j), 0, 0},
                      .axis = Vector3d::Unit(1 + j % 2),
                      .lower = -2.5,
                      .upper = 2,
                      .start = 0.5});
  const auto body = std::make_shared<ik::Skeleton>(
      joints, std::vector<ik::Effector>{{"e", 5, Vector3d(6, 0, 0)}});
  const VectorXd start = body->start();
  const plain::Positions at = plain::positions(*body, start);
  ik::Obstacle ball{.name = "o", .position = at.joint.col(3), .size = Vector3d::Constant(0.3)};
  ball.position += Vector3d(0.1, 0.4, 0.2);

  const auto after = [&](const char* gain, const char* value) {
    ik::Solver solver = test::solver_of(body, "pinv", {{gain, value}, {"max_angle_deg", "1"}});
    solver.set_obstacles({ball});
    ik::Targets targets = test::targets_at(at.effector);
    for (int step = 0; step < 300; ++step) solver.step(targets, 0.01);
    EXPECT_LT((solver.pose().effector - at.effector).norm(), 1e-3) << gain;
    return solver.pose().theta;
  };
  const VectorXd rested = after("rest_gain", "0.1");
  EXPECT_LT((rested - body->rest()).norm(), 0.99 * (start - body->rest()).norm());
  const VectorXd centred = after("limits_gain", "0.5");
  EXPECT_LT((centred.array() + 0.25).matrix().norm(),
            0.99 * (start.array() + 0.25).matrix().norm());
  const VectorXd agile = after("manipulability_gain", "0.05");
  EXPECT_GT(plain::singular_values(plain::jacobian(*body, agile)).prod(),
            1.01 * plain::singular_values(plain::jacobian(*body, start)).prod());
  const VectorXd clear = after("obstacles_gain", "0.01");
  EXPECT_GT(ik::clearance(ball, plain::positions(*body, clear).joint.col(3)).distance,
            ik::clearance(ball, at.joint.col(3)).distance + 0.1);
}

}  // namespace
