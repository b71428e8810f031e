#include "view/pictures/explain_picture.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

#include "ik/methods/parts/common.h"
#include "support/bodies.h"
#include "view/pictures/reach_picture.h"

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
    directions.update(solver);
  }
  std::shared_ptr<const ik::Skeleton> body;
  ik::Solver solver;
  view::Body shape;
  ik::Directions directions;
  view::DrawList list;
};

/// The end of a chain is to be turned; a step into a run.
struct Wrist {
  Wrist(const std::vector<ik::Joint>& joints, const Eigen::Vector3d& end) {
    ik::Effector turn{"turn", static_cast<int>(joints.size()) - 1, end};
    turn.goal.info = &ik::find_goal("orientation");
    const auto body = std::make_shared<const ik::Skeleton>(joints, std::vector{turn});
    solver.emplace(body, ik::find_method("dls"));
    solver->step(ik::Targets(1), 0.01);
    shape.emplace(*body);
    directions.emplace(*body);
    directions->update(*solver);
  }
  /// With the spotlight on a direction.
  view::DrawList drawn(int direction, double now) const {
    view::DrawList list;
    view::Overlays{list, *solver, *shape, view::dark_palette()}.draw_spotlight(
        *directions, {.direction = direction}, now);
    return list;
  }
  std::optional<ik::Solver> solver;
  std::optional<view::Body> shape;
  std::optional<ik::Directions> directions;
};

/// Two links of length 1 and 0.5 in a plane, turning freely: a ring, of which the outside is shown.
ik::Skeleton two_links() {
  return {{{.name = "a", .axis = {0, 0, 1}},
           {.name = "b", .parent = 0, .position = {1, 0, 0}, .axis = {0, 0, 1}}},
          {{.name = "tip", .joint = 1, .position = {1.5, 0, 0}}}};
}

TEST(Reach, ShellsAreFoundInTheBackgroundAndBeginAnewForAnotherBody) {
  for (const bool threads : {true, false}) {
    view::ReachPicture reach(threads ? jobs::threads(1) : jobs::between_frames());
    view::DrawList list;
    const auto y = std::make_shared<const ik::Skeleton>(test::reference_body("y"));
    const auto wait = [&](const auto& body) {
      for (int i = 0; i < 2000; ++i) {
        list.clear();
        reach.follow(body, ik::Solver(body, ik::find_method("dls")));
        if (reach.draw(list, view::UpAxis(), view::dark_palette())) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      return false;
    };
    EXPECT_FALSE(reach.draw(list, view::UpAxis(), view::dark_palette()));
    EXPECT_TRUE(list.facets.empty());
    ASSERT_TRUE(wait(y));
    const size_t both = list.facets.size();
    EXPECT_GT(both, 0u);
    list.clear();
    reach.draw(list, view::UpAxis(), view::dark_palette(), 1);
    EXPECT_EQ(list.facets.size(), both / 2);
    ASSERT_TRUE(wait(std::make_shared<const ik::Skeleton>(two_links())));
    EXPECT_EQ(list.facets.size(), both / 2);
    reach.stop();
    EXPECT_FALSE(reach.draw(list, view::UpAxis(), view::dark_palette()));
  }
}

/// The tip on a circle about the held joint, or on one about the first.
TEST(Reach, IsThatWithTheJointsThatAreHeld) {
  view::ReachPicture reach(jobs::between_frames());
  const auto body = std::make_shared<const ik::Skeleton>(two_links());
  for (const bool limits : {true, false}) {
    ik::Solver solver(body, ik::find_method("dls"));
    base::Settings settings = solver.settings();
    settings.set(ik::common::limits().key, limits);
    solver.configure(settings);
    const auto extent = [&] {  // of what is drawn, from the first joint
      view::DrawList list;
      for (int i = 0; i < 2000; ++i) {
        list.clear();
        reach.follow(body, solver);
        if (reach.draw(list, view::UpAxis(), view::dark_palette())) break;
      }
      glm::vec2 range(1e9f, 0);
      for (const view::Facet& facet : list.facets)
        for (const glm::vec3& corner : {facet.a, facet.b, facet.c})
          range = {std::min(range.x, glm::length(corner)), std::max(range.y, glm::length(corner))};
      return range;
    };
    EXPECT_NEAR(extent().y, 1.5f, 0.02f);
    solver.hold(std::vector<int>{0});
    EXPECT_LT(extent().x, 0.6f) << "about the second joint";
    solver.hold(std::vector<int>{1});
    EXPECT_GT(extent().x, 1.4f) << "stretched, as it was held";
    reach.stop();
  }
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
    const view::Body shape(*body);
    view::Overlays{list, solver, shape, palette}.draw_joint_angles();
    return std::any_of(list.segments.begin(), list.segments.end(),
                       [&](const view::Segment& s) { return s.color_a == palette.alarm; });
  };
  EXPECT_FALSE(warned(0));
  EXPECT_TRUE(warned(0.9));
  EXPECT_TRUE(warned(-0.95));
}

TEST(ExplainPicture, AStepThatWasClampedIsShorterThanTheOneAskedFor) {
  At at("y", "pinv");
  view::Overlays{at.list, at.solver, at.shape, view::dark_palette()}.draw_steps();
  EXPECT_FALSE(at.list.limbs.empty());
  EXPECT_FALSE(at.list.segments.empty());
}

TEST(ExplainPicture, ADirectionHasAnArrowAnEffectorAndAGhost) {
  At at;
  view::Overlays{at.list, at.solver, at.shape, view::dark_palette()}.draw_spotlight(
      at.directions, {.direction = 0}, 0.4);
  view::DrawList body;
  at.shape.draw(body, at.solver.pose(), view::paint(view::dark_palette()),
                view::Body::Detail::Whole);
  EXPECT_GT(at.list.limbs.size(), body.limbs.size() - 2);
  EXPECT_TRUE(std::any_of(at.list.limbs.begin(), at.list.limbs.end(),
                          [](const view::Limb& limb) { return limb.color.a < 1; }));
}

/// The rotation that a wrist in line has lost is shown about its axis.
TEST(ExplainPicture, ADirectionThatTurnsGoesRoundItsAxis) {
  const Wrist wrist(
      {{.name = "a", .axis = {1, 0, 0}}, {.name = "b", .parent = 0, .axis = {0, 1, 0}}}, {0, 0, 1});
  ASSERT_LT((*wrist.directions)[2].sigma, 1e-9);  // about z
  const view::UpAxis up = wrist.shape->up_axis();
  const glm::vec3 tip = up.to_glm(wrist.solver->pose().effector.col(0)),
                  axis = up.to_glm(Eigen::Vector3d(0, 0, 1));
  int across = 0;
  for (const view::Limb& limb : wrist.drawn(2, 0).limbs) {
    EXPECT_NEAR(glm::dot(limb.a - tip, axis), 0, 1e-5);
    EXPECT_GT(glm::distance(limb.a, tip), 1e-3);
    ++across;
  }
  EXPECT_GT(across, 5);
}

/// Two axes in line, turned against each other: a ghost of cylinders looks as if it stood still.
TEST(ExplainPicture, AnArrowAndAFlagShowWhatRolls) {
  const Wrist wrist({{.name = "a", .axis = {0, 0, 1}},
                     {.name = "b", .parent = 0, .position = {0, 0, 1}, .axis = {0, 1, 0}},
                     {.name = "c", .parent = 1, .position = {0, 0, 1}, .axis = {0, 0, 1}}},
                    {0, 0, 1.3});
  const ik::Directions& directions = *wrist.directions;
  int rolling = 0;
  while (rolling < directions.rank() && std::abs(directions.v(rolling)[0]) < 0.5) ++rolling;
  ASSERT_LT(rolling, directions.rank());
  const view::Palette& palette = view::dark_palette();
  const auto flags = [&](double now) {
    std::vector<glm::vec3> ends;
    for (const view::Limb& limb : wrist.drawn(rolling, now).limbs)
      if (limb.color == palette.accent && limb.ra == limb.rb && glm::length(limb.a - limb.b) > 1e-3)
        ends.push_back(limb.b);
    return ends;
  };
  const auto early = flags(0), late = flags(0.4);
  ASSERT_GT(early.size(), 4u);
  ASSERT_EQ(early.size(), late.size());
  float moved = 0;
  for (size_t i = 0; i < early.size(); ++i)
    moved = std::max(moved, glm::distance(early[i], late[i]));
  EXPECT_GT(moved, 0.1f * wrist.shape->link_radius());
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
    const view::Overlays overlays{list, solver, shape, view::dark_palette()};
    for (int step = 0; step < 3; ++step) {
      directions.update(solver);
      overlays.draw_ellipsoids();
      overlays.draw_joint_angles();
      overlays.draw_steps();
      overlays.draw_clamped_errors();
      for (int i = -1; i < 40; ++i)
        overlays.draw_spotlight(directions,
                                {.direction = i, .joint = i, .effector = i, .axis = i % 3}, 0.3);
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
