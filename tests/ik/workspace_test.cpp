// Tests where an effector can get, and how far it moves in small steps.

#include "ik/analysis/workspace.h"

#include <gtest/gtest.h>

#include <numbers>

#include "ik/analysis/ellipsoid.h"
#include "support/bodies.h"
#include "support/goals.h"
#include "support/workspaces.h"

namespace {

using Eigen::Vector3d;

TEST(Ellipsoid, IsThatOfThePositionJacobian) {
  test::Random random(4);
  for (int round = 0; round < 20; ++round) {
    const ik::Skeleton body = test::random_tree(random, 6, 2);
    const ik::Pose pose = test::pose_at(body, random.vector(body.joints(), 2));
    const Eigen::MatrixXd J = test::jacobian_at(body, pose.theta);
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

/// Returns two links of length 1 and 0.5 in a plane that turn freely. Their workspace is a ring, of
/// which the outside is shown.
ik::Skeleton two_links(double limit = test::infinity, const Vector3d& axis = Vector3d::UnitZ(),
                       const Vector3d& along = Vector3d::UnitX()) {
  return {{{.name = "a", .axis = axis, .lower = -limit, .upper = limit},
           {.name = "b", .parent = 0, .position = along, .axis = axis}},
          {{.name = "tip", .joint = 1, .position = 1.5 * along}}};
}

/// Returns a point of the unit sphere: from the pole +y to -y, round it from +x by way of +z.
Vector3d direction(int parallel, int meridian) {
  using Boundary = ik::WorkspaceBoundary;
  const double down = std::numbers::pi * parallel / (Boundary::parallels - 1);
  const double round = 2 * std::numbers::pi * meridian / Boundary::meridians;
  return {std::sin(down) * std::cos(round), std::cos(down), std::sin(down) * std::sin(round)};
}

/// Each point is the nearest one of the ring from radius 0.5 to 1.5, in any plane.
TEST(Reach, OfTwoLinksIsNearestToASphereAround) {
  for (int x = 0; x < 3; ++x) {
    const Vector3d axis = Vector3d::Unit(x), along = Vector3d::Unit((x + 1) % 3);
    const ik::WorkspaceBoundary shell =
        test::workspace_boundary(two_links(test::infinity, axis, along), 0, true);
    for (int parallel = 0; parallel < ik::WorkspaceBoundary::parallels; ++parallel)
      for (int meridian = 0; meridian < ik::WorkspaceBoundary::meridians; ++meridian) {
        const Vector3d outside = 1.6 * 1.5 * direction(parallel, meridian);
        const Vector3d in_plane = outside - outside.dot(axis) * axis;
        const double length = in_plane.norm();
        const double most = length > 1.5 ? 1.5 : std::max(length, 0.5);
        const double least = std::hypot(outside.dot(axis), length - most);
        const double found = (outside - shell.at(parallel, meridian)).norm();
        EXPECT_GE(found, least - 1e-9);
        EXPECT_LT(found, least + 1e-3) << x << ' ' << parallel << ' ' << meridian;
      }
  }
}

/// A hinge with limits reaches only an arc.
TEST(Reach, GoesToTheLimitsAndNoFurther) {
  const ik::Skeleton hinge({{.name = "a", .lower = 0.2, .upper = 0.5, .rest = 0.3, .start = 0.3}},
                           {{"tip", 0, {1, 0, 0}}});
  const ik::WorkspaceBoundary shell = test::workspace_boundary(hinge, 0, true);
  double least = 1, most = 0;
  for (const auto& point : shell.points.colwise()) {
    EXPECT_NEAR(point.norm(), 1, 1e-9);
    const double angle = std::atan2(point.y(), point.x());
    least = std::min(least, angle);
    most = std::max(most, angle);
  }
  EXPECT_NEAR(least, 0.2, 1e-9);
  EXPECT_NEAR(most, 0.5, 1e-9);
}

/// The boundary contains the stretched pose, though almost every random pose of so many joints is a
/// coil.
TEST(Reach, OfALongChainIsItsLength) {
  const ik::WorkspaceBoundary shell =
      test::workspace_boundary({test::row(40), {{"tip", 39, {40, 0, 0}}}}, 0, true);
  for (int parallel = 0; parallel < ik::WorkspaceBoundary::parallels; ++parallel)
    for (const int meridian : {0, ik::WorkspaceBoundary::meridians / 2})
      EXPECT_GT(shell.at(parallel, meridian).norm(), 0.8 * 40) << parallel;
  EXPECT_NEAR(shell.points.colwise().norm().maxCoeff(), 40, 1e-9);
}

TEST(Reach, KeepsTheLimitsIfTheyAreOn) {
  const auto leftmost = [](const ik::WorkspaceBoundary& shell) {
    return shell.points.row(0).minCoeff();
  };
  EXPECT_GT(leftmost(test::workspace_boundary(two_links(0.5), 0, true)), 0.3);
  EXPECT_LT(leftmost(test::workspace_boundary(two_links(0.5), 0, false)), -1.4);
}

TEST(Reach, IsTheSameEveryTimeAndInSlices) {
  const ik::Skeleton y = test::reference_body("y");
  const ik::WorkspaceBoundary whole = test::workspace_boundary(y, 1, true);
  EXPECT_EQ(test::workspace_boundary(y, 1, true).points, whole.points);
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
