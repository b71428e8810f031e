// Compares clearances with the nearest of many points on the surface.

#include "ik/model/obstacle.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>
#include <vector>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/effort.h"
#include "support/goals.h"

namespace {

using Eigen::Vector3d;
using Shape = ik::Obstacle::Shape;

ik::Obstacle random_obstacle(test::Random& random, Shape shape) {
  ik::Obstacle obstacle{"o", shape, random.vector(3, 2), Vector3d::Zero(), Vector3d::Zero()};
  for (double& x : obstacle.size) x = random.uniform(0.3, 1.5);
  if (shape == Shape::Capsule) obstacle.axis = random.direction() * random.uniform(0, 1.5);
  return obstacle;
}

/// Returns points all over the surface, without gaps wider than about 0.1.
std::vector<Vector3d> surface(const ik::Obstacle& o) {
  std::vector<Vector3d> points;
  constexpr int n = 48;
  if (o.shape == Shape::Box) {
    for (int side = 0; side < 3; ++side)
      for (int i = 0; i <= n; ++i)
        for (int k = 0; k <= n; ++k)
          for (const double sign : {-1.0, 1.0}) {
            Vector3d p;
            p[side] = sign;
            p[(side + 1) % 3] = 2.0 * i / n - 1;
            p[(side + 2) % 3] = 2.0 * k / n - 1;
            points.emplace_back(o.position + p.cwiseProduct(o.size));
          }
    return points;
  }
  const double length = o.axis.norm(), r = o.size.x();
  const Vector3d d = length > 0 ? Vector3d(o.axis / length) : Vector3d::UnitX();
  const Vector3d b = d.unitOrthogonal(), c = d.cross(b);
  for (int k = 0; k < 2 * n; ++k) {
    const double turn = std::numbers::pi * k / n;
    const Vector3d out = std::cos(turn) * b + std::sin(turn) * c;
    for (int i = 0; i <= 2 * n; ++i) {  // the two half spheres, then the wall between them
      const double rise = std::numbers::pi * (static_cast<double>(i) / (2 * n) - 0.5);
      const double end = rise < 0 ? -length : length;
      points.emplace_back(o.position + (end + r * std::sin(rise)) * d + r * std::cos(rise) * out);
      points.emplace_back(o.position + (2.0 * i / (2 * n) - 1) * length * d + r * out);
    }
  }
  return points;
}

bool inside(const ik::Obstacle& o, const Vector3d& p) {
  const Vector3d offset = p - o.position;
  if (o.shape == Shape::Box) return (offset.cwiseAbs().array() < o.size.array()).all();
  for (int i = -500; i <= 500; ++i)
    if ((offset - i / 500.0 * o.axis).norm() < o.size.x()) return true;
  return false;
}

TEST(Obstacle, ClearanceIsTheDistanceToTheSurface) {
  test::Random random(1100);
  for (const Shape shape : {Shape::Sphere, Shape::Box, Shape::Capsule})
    for (int trial = 0; trial < test::by_effort(2, 4); ++trial) {
      const ik::Obstacle obstacle = random_obstacle(random, shape);
      const std::vector<Vector3d> points = surface(obstacle);
      for (const Vector3d& on : {points.front(), points[points.size() / 3], points.back()})
        EXPECT_NEAR(clearance(obstacle, on).distance, 0, 1e-12);
      for (int i = 0; i < 40; ++i) {
        const Vector3d p = obstacle.position + random.vector(3, 3);
        double nearest = 1e9;
        for (const Vector3d& q : points) nearest = std::min(nearest, (p - q).norm());
        const ik::Clearance found = clearance(obstacle, p);
        const double most = std::abs(found.distance) > 0.3 ? 0.02 : 0.1;
        EXPECT_LE(std::abs(found.distance), nearest + 1e-12);
        EXPECT_NEAR(std::abs(found.distance), nearest, most);
        if (std::abs(found.distance) > 1e-2) {
          EXPECT_EQ(found.distance < 0, inside(obstacle, p)) << found.distance;
        }
      }
    }
}

TEST(Obstacle, ClearanceGrowsInItsDirection) {
  test::Random random(1101);
  constexpr double h = 1e-6;
  for (const Shape shape : {Shape::Sphere, Shape::Box, Shape::Capsule})
    for (int trial = 0; trial < 400; ++trial) {
      const ik::Obstacle obstacle = random_obstacle(random, shape);
      const Vector3d p = obstacle.position + random.vector(3, 2);
      const ik::Clearance here = clearance(obstacle, p);
      EXPECT_NEAR(here.direction.norm(), 1, 1e-12);
      EXPECT_NEAR(clearance(obstacle, p + h * here.direction).distance, here.distance + h, 1e-9);
      for (int i = 0; i < 5; ++i)
        EXPECT_LE(clearance(obstacle, p + h * random.direction()).distance,
                  here.distance + h + 1e-12);
    }
}

/// If no direction is shorter than another, the returned one still leads out.
TEST(Obstacle, LeadsOutOfTheMiddle) {
  const auto direction = [](Shape shape, const Vector3d& axis, const Vector3d& offset) {
    const ik::Obstacle obstacle{"o", shape, {1, 2, 3}, {0.5, 0.5, 0.5}, axis};
    const ik::Clearance middle = clearance(obstacle, obstacle.position + offset);
    EXPECT_DOUBLE_EQ(middle.distance, -0.5);
    const Vector3d out = obstacle.position + offset + 0.4 * middle.direction;
    EXPECT_NEAR(clearance(obstacle, out).distance, -0.1, 1e-12);
    return middle.direction;
  };
  const Vector3d zero = Vector3d::Zero(), up = Vector3d::UnitY();
  EXPECT_EQ(direction(Shape::Sphere, zero, zero), up);
  EXPECT_EQ(direction(Shape::Box, zero, zero), up);
  EXPECT_EQ(direction(Shape::Capsule, zero, zero), up);
  EXPECT_EQ(direction(Shape::Capsule, {1, 0, 0}, {0.3, 0, 0}), up);
  EXPECT_EQ(direction(Shape::Capsule, {0, 2, 0}, {0, 1, 0}).y(), 0);
  EXPECT_NEAR(direction(Shape::Capsule, {1, 1, 0}, {0.3, 0.3, 0}).dot(Vector3d(1, 1, 0)), 0, 1e-12);
}

/// However steep a capsule is, the direction leads out of its axis at a right angle, upwards.
TEST(Obstacle, LeadsOutOfASteepCapsuleAcrossItsAxis) {
  for (const double slope : {0.1, 1e-3, 1e-4, 1e-5}) {
    const ik::Obstacle steep{.name = "o", .shape = Shape::Capsule, .axis = {0, 1, slope}};
    const Vector3d out = clearance(steep, steep.position).direction;
    EXPECT_LT((out - Vector3d(0, slope, -1).normalized()).norm(), 1e-9) << slope;
  }
}

TEST(Obstacle, SegmentClearanceIsTheLeastOfItsPoints) {
  test::Random random(1102);
  for (const Shape shape : {Shape::Sphere, Shape::Box, Shape::Capsule})
    for (int trial = 0; trial < 150; ++trial) {
      const ik::Obstacle obstacle = random_obstacle(random, shape);
      const Vector3d a = random.vector(3, 4);
      const Vector3d b = trial % 10 == 0 ? a : Vector3d(random.vector(3, 4));
      const double found = segment_clearance(obstacle, a, b);
      double least = 1e9;
      for (int i = 0; i <= 2000; ++i)
        least = std::min(least, clearance(obstacle, a + i / 2000.0 * (b - a)).distance);
      EXPECT_LE(found, least + 1e-7);
      EXPECT_NEAR(found, least, 5e-3);
    }
}

/// The links of a body connect each joint to the one that carries it, and each effector to its
/// joint.
TEST(Obstacle, BodyClearanceIsTheLeastOfItsLinks) {
  test::Random random(1103);
  int at_effector[3] = {0, 0, 0}, at_joint = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const ik::Skeleton body = test::random_tree(random, 4, 3);
    const ik::Pose pose = test::pose_at(body, random.vector(body.joints(), 2));
    std::vector<ik::Obstacle> obstacles;
    for (const Shape shape : {Shape::Sphere, Shape::Box})
      obstacles.push_back(random_obstacle(random, shape));
    double least = 1e9;
    const auto look = [&](const Vector3d& a, const Vector3d& b) {
      const double before = least;
      for (const ik::Obstacle& o : obstacles) least = std::min(least, segment_clearance(o, a, b));
      return least < before;
    };
    const plain::Positions at = plain::positions(body, pose.theta);
    int nearest = -1;
    for (int j = 0; j < body.joints(); ++j)
      if (body.parent(j) >= 0) look(at.joint.col(body.parent(j)), at.joint.col(j));
    for (int i = 0; i < 3; ++i)
      if (look(at.joint.col(body.effector(i).joint), at.effector.col(i))) nearest = i;
    ++(nearest < 0 ? at_joint : at_effector[nearest]);
    EXPECT_NEAR(body_clearance(obstacles, body, pose), least, 1e-9) << trial;
  }
  for (const int count : {at_joint, at_effector[0], at_effector[1], at_effector[2]})
    EXPECT_GT(count, 5);
  const ik::Skeleton body = test::random_tree(random, 4, 3);
  EXPECT_EQ(body_clearance({}, body, ik::Pose(body)), test::infinity);
}

}  // namespace
