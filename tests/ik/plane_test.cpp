// Tests bodies whose effectors stay in a plane.

#include "ik/analysis/plane.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/goals.h"

namespace plane_test {

using Eigen::Vector3d;

/// Returns three joints with parallel axes, one of them reversed, at arbitrary points, and a slide
/// perpendicular to them.
std::vector<ik::Joint> chain(test::Random& random, const Vector3d& normal) {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 3; ++j)
    joints.push_back({.name = std::string(1, static_cast<char>('a' + j)),
                      .parent = j - 1,
                      .position = random.vector(3, 1),
                      .axis = j == 1 ? Vector3d(-normal) : normal});
  joints.push_back({.name = "slide",
                    .parent = 2,
                    .type = ik::JointType::Prismatic,
                    .position = random.vector(3, 1),
                    .axis = normal.cross(Vector3d(random.vector(3, 1)))});
  return joints;
}

std::vector<ik::Effector> tip() { return {{.name = "tip", .joint = 3, .position = {1, 2, 3}}}; }

TEST(PlaneNormal, NoPoseTakesAnEffectorOutOfItsPlane) {
  test::Random random(11);
  for (int round = 0; round < 20; ++round) {
    const Vector3d normal = random.vector(3, 1);
    const ik::Skeleton body(chain(random, normal), tip());
    const Vector3d before = ik::Pose(body).effector.col(0);
    const ik::Pose pose = test::pose_at(body, random.vector(4, 2));
    const auto found = ik::plane_normal(body, pose);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->norm(), 1, 1e-12);
    EXPECT_LT(found->cross(normal.normalized()).norm(), 1e-9);
    EXPECT_NEAR(found->dot(pose.effector.col(0) - before), 0, 1e-9);
  }
}

TEST(PlaneNormal, AJointThatLeavesThePlaneLeavesNone) {
  test::Random random(12);
  const Vector3d normal = Vector3d(random.vector(3, 1)).normalized();
  auto turned = chain(random, normal), slid = turned, free = turned;
  turned[2].axis += 0.01 * Vector3d(random.vector(3, 1));
  slid[3].axis += 0.01 * normal;
  for (ik::Joint& joint : free) joint.type = ik::JointType::Prismatic;
  for (const auto& joints : {turned, slid, free}) {
    const ik::Skeleton body(joints, tip());
    EXPECT_FALSE(ik::plane_normal(body, ik::Pose(body)));
  }
}

}  // namespace plane_test
