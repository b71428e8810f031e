#include "view/pictures/goal_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "support/bodies.h"
#include "view/pictures/scene_picture.h"

namespace {

/// A hinge about z with a link along x and one effector that is asked for a goal.
std::shared_ptr<sim::Scene> asking_for(const char* goal, Eigen::Vector3d direction,
                                       std::array<double, 3> target) {
  ik::Skeleton body({{.name = "hinge", .axis = {0, 0, 1}}},
                    {{.name = "tip",
                      .position = {1, 0, 0},
                      .goal = {.info = &ik::find_goal(goal), .direction = direction}}});
  return test::scene_of(goal, std::move(body), {test::sinusoid(0, target, {0, 0, 0}, {1, 1, 1})});
}

struct Drawn {
  explicit Drawn(std::shared_ptr<sim::Scene> scene) : simulation(scene), picture(simulation) {
    picture.draw(list, simulation, view::dark_palette(), {});
    picture.collect_handles(simulation, handles);
  }
  sim::Simulation simulation;
  view::ScenePicture picture;
  view::DrawList list;
  std::vector<view::Marker> handles;
};

TEST(GoalPicture, APointHasItsBallAndNoMore) {
  const Drawn drawn(asking_for("position", {0, 0, 0}, {0.5, 1, 0}));
  EXPECT_EQ(drawn.list.markers.size(), 1u);
  EXPECT_TRUE(drawn.list.blocks.empty());
}

TEST(GoalPicture, APlaneIsAPatchWithItsNormalAndAnErrorAlongIt) {
  const Drawn drawn(asking_for("plane", {0, 2, 0}, {0.3, 0.7, 0.2}));
  EXPECT_TRUE(drawn.list.markers.empty());
  ASSERT_EQ(drawn.list.blocks.size(), 1u);
  const view::Block& patch = drawn.list.blocks[0];
  EXPECT_EQ(patch.center, glm::vec3(0.3f, 0.7f, 0.2f));
  EXPECT_NEAR(patch.x.y, 0, 1e-6f);
  EXPECT_NEAR(patch.y.y, 0, 1e-6f);
  EXPECT_LT(patch.color.a, 0.5f);
  const view::Segment& error = drawn.list.segments.back();
  EXPECT_EQ(error.a, glm::vec3(1, 0, 0));
  EXPECT_LT(glm::distance(error.b, glm::vec3(1, 0.7f, 0)), 1e-6f);
  EXPECT_EQ(drawn.handles[0].center, patch.center);
}

TEST(GoalPicture, AnAimIsARayFromTheEffector) {
  const Drawn drawn(asking_for("aim", {3, 0, 0}, {1, 2, 0}));
  EXPECT_EQ(drawn.list.markers.size(), 1u);
  const view::Segment& ray = drawn.list.segments[0];
  EXPECT_EQ(ray.a, glm::vec3(1, 0, 0));
  EXPECT_GT(ray.b.x, 3);
  EXPECT_NEAR(ray.b.y, 0, 1e-6f);
}

/// They are part of what the camera frames.
TEST(GoalPicture, TheAxesOfAnOrientationAreInTheOutline) {
  const Drawn drawn(asking_for("orientation", {0, 0, 0}, {0, 0, std::numbers::pi / 2}));
  view::Box outline, axes;
  for (const glm::vec3& point : drawn.picture.outline(drawn.simulation)) outline.add(point);
  for (const view::Limb& limb : drawn.list.limbs)
    if (limb.ra < 0.5f * drawn.picture.body().link_radius()) axes.add(limb.b);
  EXPECT_GT(axes.high.x, 1.1f);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_GE(axes.low[axis], outline.low[axis] - 1e-5f) << axis;
    EXPECT_LE(axes.high[axis], outline.high[axis] + 1e-5f) << axis;
  }
}

TEST(GoalPicture, AnOrientationIsTwoFramesAtTheEffector) {
  const view::Palette& p = view::dark_palette();
  const Drawn drawn(asking_for("orientation", {0, 0, 0}, {0, 0, std::numbers::pi / 2}));
  EXPECT_TRUE(drawn.list.markers.empty());
  std::vector<view::Limb> x_axes;  // as it is, and the ghost of what is wanted
  for (const view::Limb& limb : drawn.list.limbs)
    if (glm::vec3(limb.color) == glm::vec3(view::series_color(p, 5))) x_axes.push_back(limb);
  ASSERT_EQ(x_axes.size(), 2u);
  EXPECT_LT(glm::distance(glm::normalize(x_axes[0].b - x_axes[0].a), glm::vec3(1, 0, 0)), 1e-5f);
  EXPECT_LT(glm::distance(glm::normalize(x_axes[1].b - x_axes[1].a), glm::vec3(0, 1, 0)), 1e-5f);
  EXPECT_LT(x_axes[1].color.a, x_axes[0].color.a);
  EXPECT_EQ(drawn.handles[0].center, glm::vec3(1, 0, 0));
}

/// A hinge about z with a link along x whose tip has a pose to reach.
std::shared_ptr<sim::Scene> asking_for_a_pose() {
  const ik::Effector tip{
      .name = "tip", .position = {1, 0, 0}, .goal = {.info = &ik::find_goal("position")}};
  ik::Effector turn = tip;
  turn.name = "tip, orientation";
  turn.of = "tip";
  turn.goal.info = &ik::find_goal("orientation");
  ik::Skeleton body({{.name = "hinge", .axis = {0, 0, 1}}}, {tip, turn});
  return test::scene_of("pose", std::move(body),
                        {test::sinusoid(0, {0.5, 1, 0}, {0, 0, 0}, {1, 1, 1}),
                         test::sinusoid(1, {0, 0, std::numbers::pi / 2}, {0, 0, 0}, {1, 1, 1})});
}

/// One at the effector and, longer and thinner, one at the target, where both are taken.
TEST(GoalPicture, APoseIsOneFrameEachOfEffectorAndTarget) {
  const view::Palette& p = view::dark_palette();
  const Drawn drawn(asking_for_a_pose());
  EXPECT_EQ(drawn.list.markers.size(), 1u);
  std::vector<view::Limb> x_axes;
  for (const view::Limb& limb : drawn.list.limbs)
    if (glm::vec3(limb.color) == glm::vec3(view::axis_color(p, 0))) x_axes.push_back(limb);
  ASSERT_EQ(x_axes.size(), 2u);
  EXPECT_EQ(x_axes[0].a, glm::vec3(1, 0, 0));
  EXPECT_EQ(x_axes[1].a, glm::vec3(0.5f, 1, 0));
  EXPECT_LT(glm::distance(glm::normalize(x_axes[1].b - x_axes[1].a), glm::vec3(0, 1, 0)), 1e-5f);
  EXPECT_GT(glm::distance(x_axes[1].a, x_axes[1].b), glm::distance(x_axes[0].a, x_axes[0].b));
  EXPECT_LT(x_axes[1].color.a, x_axes[0].color.a);
  ASSERT_EQ(drawn.handles.size(), 2u);
  EXPECT_EQ(drawn.handles[0].center, glm::vec3(0.5f, 1, 0));
  EXPECT_EQ(drawn.handles[1].center, drawn.handles[0].center);
}

/// For an audience.
TEST(GoalPicture, FramesAreLargerWhereThatIsAskedFor) {
  Drawn drawn(asking_for_a_pose());
  const auto longest = [&](float frames) {
    drawn.list.clear();
    drawn.picture.draw(drawn.list, drawn.simulation, view::dark_palette(), {.triad_scale = frames});
    float most = 0;
    for (const view::Limb& limb : drawn.list.limbs)
      if (glm::vec3(limb.color) == glm::vec3(view::axis_color(view::dark_palette(), 0)))
        most = std::max(most, glm::distance(limb.a, limb.b));
    return most;
  };
  EXPECT_NEAR(longest(1.5f), 1.5f * longest(1), 1e-5f);
}

}  // namespace
