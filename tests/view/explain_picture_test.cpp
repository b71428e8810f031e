#include "view/explain_picture.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "ik/analysis/ellipsoid.h"
#include "ik/analysis/workspace.h"
#include "ik/goals/jacobian.h"
#include "support/bodies.h"
#include "view/reach_picture.h"

namespace {

/// Some steps into a run.
struct At {
  explicit At(const std::string& name = "y", const char* method = "dls")
      : body(std::make_shared<const ik::Skeleton>(test::reference_body(name))),
        solver(body, ik::find_method(method)),
        shape(*body),
        directions(*body) {
    ik::Targets targets(body->effectors());
    targets.position = solver.pose().effector.array() + 0.5;
    for (int i = 0; i < 4; ++i) solver.step(targets, 0.01);
    directions.look(solver);
  }
  std::shared_ptr<const ik::Skeleton> body;
  ik::Solver solver;
  view::Body shape;
  ik::Directions directions;
  view::DrawList list;
};

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
  const ik::WorkspaceBoundary shell = ik::workspace_boundary(two_links(), 0, true, {});
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
  EXPECT_GT(leftmost(ik::workspace_boundary(two_links(0.5), 0, true, {})), 0.3);
  EXPECT_LT(leftmost(ik::workspace_boundary(two_links(0.5), 0, false, {})), -1.4);
}

TEST(Reach, IsTheSameEveryTimeAndStopsWhenAsked) {
  const ik::Skeleton y = test::reference_body("y");
  EXPECT_EQ(ik::workspace_boundary(y, 1, true, {}).points,
            ik::workspace_boundary(y, 1, true, {}).points);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(ik::workspace_boundary(y, 0, true, source.get_token()).points.size(), 0);
}

TEST(Reach, ShellsAreFoundInTheBackgroundAndBeginAnewForAnotherBody) {
  view::ReachPicture reach;
  view::DrawList list;
  const auto y = std::make_shared<const ik::Skeleton>(test::reference_body("y"));
  const auto wait = [&] {
    for (int i = 0; i < 2000; ++i) {
      list.clear();
      if (reach.draw(list, view::dark_palette())) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  };
  EXPECT_FALSE(reach.draw(list, view::dark_palette()));
  EXPECT_TRUE(list.facets.empty());
  reach.follow(y, true);
  ASSERT_TRUE(wait());
  const size_t both = list.facets.size();
  EXPECT_GT(both, 0u);
  list.clear();
  reach.draw(list, view::dark_palette(), 1);
  EXPECT_EQ(list.facets.size(), both / 2);
  reach.follow(std::make_shared<const ik::Skeleton>(two_links()), true);
  ASSERT_TRUE(wait());
  EXPECT_EQ(list.facets.size(), both / 2);
  reach.stop();
  EXPECT_FALSE(reach.draw(list, view::dark_palette()));
}

TEST(ExplainPicture, AJointNearItsLimitTurnsRed) {
  const view::Palette& palette = view::dark_palette();
  const auto warned = [&](double start) {
    const auto body = std::make_shared<const ik::Skeleton>(
        std::vector<ik::Joint>{
            {.name = "a", .axis = {0, 0, 1}, .lower = -1, .upper = 1, .start = start}},
        std::vector<ik::Effector>{{.name = "tip", .position = {1, 0, 0}}});
    const ik::Solver solver(body, ik::find_method("dls"));
    view::DrawList list;
    draw_joint_angles(list, solver, view::Body(*body), palette);
    return std::any_of(list.segments.begin(), list.segments.end(),
                       [&](const view::Segment& s) { return s.color_a == palette.alarm; });
  };
  EXPECT_FALSE(warned(0));
  EXPECT_TRUE(warned(0.9));
  EXPECT_TRUE(warned(-0.95));
}

TEST(ExplainPicture, AStepThatWasClampedIsShorterThanTheOneAskedFor) {
  At at("y", "pinv");
  draw_steps(at.list, at.solver, at.shape, view::dark_palette());
  EXPECT_FALSE(at.list.limbs.empty());
  EXPECT_FALSE(at.list.segments.empty());
}

TEST(ExplainPicture, ADirectionHasAnArrowAnEffectorAndAGhost) {
  At at;
  draw_spotlight(at.list, at.solver, at.directions, {.direction = 0}, 0.4, at.shape,
                 view::dark_palette());
  view::DrawList body;
  at.shape.draw(body, at.solver.pose(), view::paint(view::dark_palette()),
                view::Body::Detail::Whole);
  EXPECT_GT(at.list.limbs.size(), body.limbs.size() - 2);
  EXPECT_TRUE(std::any_of(at.list.limbs.begin(), at.list.limbs.end(),
                          [](const view::Limb& limb) { return limb.color.a < 1; }));
}

TEST(ExplainPicture, EverythingIsFiniteOnAnyBody) {
  test::Random random(11);
  for (int round = 0; round < 40; ++round) {
    const auto body = std::make_shared<const ik::Skeleton>(
        test::random_tree(random, 1 + round % 12, 1 + round % 4, {.limits = 0.5}));
    ik::Solver solver(body, ik::find_method("dls"));
    const view::Body shape(*body);
    ik::Directions directions(*body);
    view::DrawList list;
    for (int step = 0; step < 3; ++step) {
      directions.look(solver);
      draw_ellipsoids(list, solver, shape, view::dark_palette());
      draw_joint_angles(list, solver, shape, view::dark_palette());
      draw_steps(list, solver, shape, view::dark_palette());
      draw_clamped_errors(list, solver, shape, view::dark_palette());
      for (int i = -1; i < 40; ++i)
        draw_spotlight(list, solver, directions,
                       {.direction = i, .joint = i, .effector = i, .axis = i % 3}, 0.3, shape,
                       view::dark_palette());
      ik::Targets targets(body->effectors());
      targets.position = solver.pose().effector.array() + 0.5;
      solver.step(targets, 0.01);
    }
    const auto finite = [](glm::vec3 v) { return std::isfinite(v.x + v.y + v.z); };
    for (const view::Facet& f : list.facets) EXPECT_TRUE(finite(f.a) && finite(f.b) && finite(f.c));
    for (const view::Segment& s : list.segments) EXPECT_TRUE(finite(s.a) && finite(s.b));
    for (const view::Limb& l : list.limbs) EXPECT_TRUE(finite(l.a) && finite(l.b));
  }
}

}  // namespace
