// Tests forward kinematics and the Jacobian against an independent implementation and central
// differences, on random trees with slides, ball joints and effectors on inner links.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "bench/plain.h"
#include "support/bodies.h"
#include "support/differences.h"
#include "support/goals.h"

namespace {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

ik::Skeleton some_tree(test::Random& random) {
  return test::random_tree(random, 1 + random.index(24), 1 + random.index(5));
}

ik::Pose some_pose(const ik::Skeleton& body, test::Random& random) {
  return test::pose_at(body, random.vector(body.joints(), 3));
}

MatrixXd jacobian(const ik::Skeleton& body, const ik::Pose& pose, const Matrix3Xd& points) {
  MatrixXd J = MatrixXd::Zero(body.rows(), body.joints());
  ik::jacobian(body, pose, points, J);
  return J;
}

TEST(ForwardKinematics, EqualsProductsOfMatrices) {
  test::Random random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton body = some_tree(random);
    const ik::Pose pose = some_pose(body, random);
    const plain::Positions expected = plain::positions(body, pose.theta);
    EXPECT_LT((pose.effector - expected.effector).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((pose.position - expected.joint).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((pose.axis - expected.axis).cwiseAbs().maxCoeff(), 1e-13);
  }
}

/// Axes along a coordinate have a shortcut; an axis that is nearly along one must not take it.
TEST(ForwardKinematics, KeepsTheSmallestTiltOfAnAxis) {
  for (const double tilt : {0.0, 1e-15, 1e-12, 1.4e-8, 1e-6}) {
    const Vector3d axis(0, tilt, 1);
    const ik::Skeleton body({{.name = "hinge", .axis = axis, .start = 1.5}},
                            {{"tip", 0, {1, 0, 0}}});
    const Vector3d tip = Eigen::AngleAxisd(1.5, axis.normalized()) * Vector3d::UnitX();
    EXPECT_LT((ik::Pose(body).effector.col(0) - tip).norm(), 1e-15) << tilt;
  }
}

TEST(ForwardKinematics, LeavesTheBodyAsDrawnWhenEveryJointIsAtZero) {
  const ik::Skeleton body = test::reference_body("double-y-25");
  ik::Pose pose(body);
  for (int j = 0; j < body.joints(); ++j)
    EXPECT_LT((pose.position.col(j) - body.joint(j).position).norm(), 1e-14);
  for (int i = 0; i < body.effectors(); ++i)
    EXPECT_LT((pose.effector.col(i) - body.effector(i).position).norm(), 1e-14);
}

TEST(ForwardKinematics, StaysARotationAtHugeAngles) {
  test::Random random(4);
  const ik::Skeleton body = test::random_tree(random, 24, 3, {.prismatic = 0});
  const ik::Pose pose = test::pose_at(body, random.vector(body.joints(), 1e9));
  for (const Eigen::Matrix3d& R : pose.rotation)
    EXPECT_LT((R * R.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-13);
}

TEST(ForwardKinematics, BallJointIsRxRyRz) {
  std::vector<ik::Joint> joints;
  for (int axis = 0; axis < 3; ++axis)
    joints.push_back({.name = "b",
                      .parent = axis - 1,
                      .position = {0.1, 0.2, 0.3},
                      .axis = Vector3d::Unit(axis),
                      .compound = "b"});
  const Vector3d tip(1, -2, 0.5);
  const ik::Skeleton body(joints, {{"tip", 2, tip}});
  const ik::Pose pose = test::pose_at(body, Vector3d(0.7, -1.1, 2.3));
  using Eigen::AngleAxisd;
  const Eigen::Matrix3d R =
      (AngleAxisd(0.7, Vector3d::UnitX()) * AngleAxisd(-1.1, Vector3d::UnitY()) *
       AngleAxisd(2.3, Vector3d::UnitZ()))
          .toRotationMatrix();
  const Vector3d centre(0.1, 0.2, 0.3);
  EXPECT_LT((pose.effector.col(0) - (centre + R * (tip - centre))).norm(), 1e-14);
}

TEST(Jacobian, EqualsTheDefinition) {
  test::Random random(5);
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton body = some_tree(random);
    const ik::Pose pose = some_pose(body, random);
    const Matrix3Xd targets = random.matrix(3, body.effectors(), 4);
    EXPECT_LT((jacobian(body, pose, pose.effector) - plain::jacobian(body, pose.theta)).norm(),
              1e-11);
    EXPECT_LT((jacobian(body, pose, targets) - plain::jacobian(body, pose.theta, targets)).norm(),
              1e-11);
  }
}

TEST(Jacobian, EqualsCentralDifferences) {
  test::Random random(6);
  for (int trial = 0; trial < 100; ++trial) {
    const ik::Skeleton body = some_tree(random);
    const ik::Pose pose = some_pose(body, random);
    const MatrixXd difference = test::difference_jacobian(body, pose.theta);
    EXPECT_LT((jacobian(body, pose, pose.effector) - difference).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(Jacobian, AlternateIsTheDerivativeOfTargetsFixedToTheLinks) {
  test::Random random(7);
  for (int trial = 0; trial < 100; ++trial) {
    const ik::Skeleton body = some_tree(random);
    const ik::Pose pose = some_pose(body, random);
    const Matrix3Xd targets = random.matrix(3, body.effectors(), 4);
    const ik::Skeleton fixed = test::with_targets_as_effectors(body, pose, targets);
    const MatrixXd difference = test::difference_jacobian(fixed, pose.theta);
    EXPECT_LT((jacobian(body, pose, targets) - difference).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(Jacobian, SparseProductsEqualDenseOnes) {
  test::Random random(8);
  for (int trial = 0; trial < 300; ++trial) {
    const ik::Skeleton body = some_tree(random);
    const ik::Pose pose = some_pose(body, random);
    const MatrixXd J = jacobian(body, pose, pose.effector);
    const VectorXd f = random.vector(body.rows());

    MatrixXd JJt = random.matrix(body.rows(), body.rows());  // the old content must not matter
    ik::gram(body, J, JJt);
    EXPECT_LT((JJt - J * J.transpose()).cwiseAbs().maxCoeff(),
              1e-13 * std::max(1.0, J.squaredNorm()));

    VectorXd product = random.vector(body.joints());
    ik::transpose_times(body, J, f, product);
    EXPECT_LT((product - J.transpose() * f).cwiseAbs().maxCoeff(), 1e-13 * std::max(1.0, J.norm()));
  }
}

}  // namespace
