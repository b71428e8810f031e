// Where an effector can get, and how far it moves for small steps.

#include "ik/analysis/workspace.h"

#include <gtest/gtest.h>

#include <limits>

#include "ik/analysis/ellipsoid.h"
#include "ik/model/jacobian.h"
#include "ik/model/pose.h"
#include "support/bodies.h"

namespace {

TEST(Ellipsoid, IsThatOfThePositionJacobian) {
  test::Random random(4);
  for (int round = 0; round < 20; ++round) {
    const ik::Skeleton body = test::random_tree(random, 6, 2);
    ik::Pose pose(body);
    pose.theta = random.vector(body.joints(), 2);
    ik::forward_kinematics(body, pose);
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(body.rows(), body.joints());
    ik::jacobian(body, pose, pose.effector, J);
    for (int i = 0; i < body.effectors(); ++i) {
      const ik::Ellipsoid ellipsoid = ik::manipulability_ellipsoid(body, pose, i);
      const Eigen::MatrixXd block = J.middleRows(3 * i, 3);
      for (int a = 0; a < 3; ++a)
        EXPECT_NEAR((block.transpose() * ellipsoid.axes.col(a)).norm(), ellipsoid.lengths[a], 1e-6);
      EXPECT_GE(ellipsoid.lengths[0], ellipsoid.lengths[1]);
      EXPECT_GE(ellipsoid.lengths[1], ellipsoid.lengths[2]);
    }
  }
}

/// Two links of length 1 and 0.5 in a plane, turning freely: a ring, of which the outside is shown.
ik::Skeleton two_links(double limit = std::numeric_limits<double>::infinity()) {
  return {{{.name = "a", .axis = {0, 0, 1}, .lower = -limit, .upper = limit},
           {.name = "b", .parent = 0, .position = {1, 0, 0}, .axis = {0, 0, 1}}},
          {{.name = "tip", .joint = 1, .position = {1.5, 0, 0}}}};
}

TEST(Reach, OfTwoLinksIsACircle) {
  const ik::WorkspaceBoundary shell = ik::workspace_boundary(two_links(), 0, true);
  ASSERT_EQ(shell.points.cols(),
            ik::WorkspaceBoundary::parallels * ik::WorkspaceBoundary::meridians);
  int outermost = 0;
  for (const auto& point : shell.points.colwise()) {
    EXPECT_NEAR(point.z(), 0, 1e-9);
    EXPECT_LE(point.norm(), 1.5 + 1e-9);
    outermost += point.norm() > 1.49;
  }
  // From straight above and below every place of the ring is as near.
  EXPECT_GE(outermost, shell.points.cols() - 2 * ik::WorkspaceBoundary::meridians);
}

TEST(Reach, KeepsTheLimitsIfTheyAreOn) {
  const auto leftmost = [](const ik::WorkspaceBoundary& shell) {
    return shell.points.row(0).minCoeff();
  };
  EXPECT_GT(leftmost(ik::workspace_boundary(two_links(0.5), 0, true)), 0.3);
  EXPECT_LT(leftmost(ik::workspace_boundary(two_links(0.5), 0, false)), -1.4);
}

TEST(Reach, IsTheSameEveryTimeAndInSlices) {
  const ik::Skeleton y = test::reference_body("y");
  const ik::WorkspaceBoundary whole = ik::workspace_boundary(y, 1, true);
  EXPECT_EQ(ik::workspace_boundary(y, 1, true).points, whole.points);
  ik::WorkspaceSearch search(y, 1, true);
  int slices = 0;
  while (search.advance()) {
    ++slices;
    EXPECT_EQ(search.boundary().points.size(), 0);
  }
  EXPECT_GT(slices, 300);
  EXPECT_FALSE(search.advance());
  EXPECT_EQ(search.boundary().points, whole.points);
}

}  // namespace
