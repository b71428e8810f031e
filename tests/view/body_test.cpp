#include "view/body.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/bodies.h"
#include "view/pictures/scene_picture.h"

namespace {

view::DrawList drawn(const ik::Skeleton& skeleton, bool axes = false) {
  view::DrawList list;
  view::Body(skeleton).draw(list, ik::Pose(skeleton), view::paint(view::dark_palette()),
                            axes ? view::Body::Detail::WithAxes : view::Body::Detail::Whole);
  return list;
}

TEST(Body, LinksOfTheReferenceBodies) {
  // Links, and the pillar under the root. The paper's double-Y has 16 links however many joints.
  EXPECT_EQ(drawn(test::reference_body("y")).limbs.size(), 7u + 1);
  EXPECT_EQ(drawn(test::reference_body("double-y-25")).limbs.size(), 16u + 1);
}

TEST(Body, AxesAddAPinAJoint) {
  const ik::Skeleton y = test::reference_body("y");
  EXPECT_EQ(drawn(y, true).limbs.size(), drawn(y).limbs.size() + y.joints());
}

TEST(Body, AFreeBodyHasNeitherStandNorSlides) {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 6; ++j)
    joints.push_back({.name = std::to_string(j),
                      .parent = j - 1,
                      .type = j < 3 ? ik::JointType::Prismatic : ik::JointType::Revolute,
                      .axis = Eigen::Vector3d::Unit(j % 3),
                      .compound = j < 3 ? "" : "pelvis"});
  const std::vector<ik::Effector> head{{.name = "head", .joint = 5, .position = {0, 1, 0}}};
  const ik::Skeleton free(joints, head);
  EXPECT_EQ(drawn(free).limbs.size(), 1u);
  EXPECT_EQ(drawn(free).balls.size(), 2u);
  EXPECT_EQ(drawn(free, true).limbs.size(), 1u + 3);
  for (int j = 3; j < 6; ++j) joints[j].compound.clear();  // a gantry with a wrist
  EXPECT_GT(drawn(ik::Skeleton(joints, head)).limbs.size(), 1u + 3);

  std::vector<ik::Joint> base;  // planar: it drives and turns
  for (int j = 0; j < 3; ++j)
    base.push_back({.name = std::to_string(j),
                    .parent = j - 1,
                    .type = j < 2 ? ik::JointType::Prismatic : ik::JointType::Revolute,
                    .axis = Eigen::Vector3d::Unit(j == 2 ? 1 : 2 * j),
                    .compound = "base"});
  const std::vector<ik::Effector> mast{{.name = "mast", .joint = 2, .position = {0, 1, 0}}};
  EXPECT_EQ(drawn(ik::Skeleton(base, mast)).limbs.size(), 1u);
}

/// A rope: so many links that they would be finer than a pixel are drawn as few, as far as before.
TEST(Body, FineLinksAreDrawnTogether) {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 3000; ++j)
    joints.push_back({.name = std::to_string(j),
                      .parent = j - 1,
                      .position = {0, 0.002 * j, 0},
                      .axis = Eigen::Vector3d::Unit(j % 3)});
  const ik::Skeleton rope(joints, {{"tip", 2999, {0, 6, 0}}, {"middle", 1500, {0, 3.2, 0}}});
  const view::DrawList list = drawn(rope, true);
  EXPECT_LT(list.limbs.size() + list.balls.size(), 500u);
  float highest = 0;
  for (const view::Limb& limb : list.limbs) highest = std::max({highest, limb.a.y, limb.b.y});
  EXPECT_NEAR(highest, 6, 1e-4);
  EXPECT_EQ(view::Body(rope).children(1500), std::vector<int>{1501});
}

TEST(Body, TapersTowardsTheEffectors) {
  const view::DrawList list = drawn(test::reference_body("double-y-25"));
  const auto& trunk = list.limbs.front();
  for (const view::Limb& limb : list.limbs) {
    EXPECT_GE(limb.ra, limb.rb);
    EXPECT_LE(limb.ra, trunk.ra);
  }
}

TEST(Body, AnyTreeHasSolidFiniteLimbs) {
  test::Random random(7);
  for (int round = 0; round < 200; ++round) {
    const ik::Skeleton skeleton = test::random_tree(random, 1 + round % 30, 1 + round % 5);
    const view::DrawList list = drawn(skeleton, true);
    EXPECT_GE(list.balls.size(), static_cast<size_t>(skeleton.effectors()));
    for (const view::Limb& limb : list.limbs) {
      EXPECT_TRUE(std::isfinite(glm::length(limb.a + limb.b)));
      EXPECT_GT(limb.ra, 0);
      EXPECT_GT(limb.rb, 0);
    }
  }
}

TEST(Body, AGhostIsOfOneColour) {
  const ik::Skeleton y = test::reference_body("y");
  const glm::vec4 color(0.2f, 0.4f, 0.6f, 0.5f);
  view::DrawList list;
  view::Body(y).draw(list, ik::Pose(y), view::paint(color), view::Body::Detail::WithAxes);
  for (const view::Limb& limb : list.limbs) EXPECT_EQ(limb.color, color);
  for (const view::Ball& ball : list.balls) EXPECT_EQ(ball.color, color);
}

TEST(ScenePicture, HasATargetALineAndAFloorBelow) {
  sim::Simulation simulation(test::y_scene());
  view::ScenePicture picture(simulation);
  for (int k = 0; k < 10; ++k) {
    simulation.step();
    picture.record(simulation);
  }
  view::DrawList list;
  view::PictureStyle style;
  style.trails = false;
  picture.draw(list, simulation, view::dark_palette(), style);
  ASSERT_EQ(list.markers.size(), 2u);
  EXPECT_EQ(list.markers[1].color, view::dark_palette().target);
  EXPECT_EQ(list.segments.size(), 2u);
  EXPECT_EQ(list.segments[1].b, list.markers[1].center);
  EXPECT_LT(list.ground.center.y, -0.5f);
  style.trails = style.target_paths = true;
  style.hot_target = 1;
  list.clear();
  picture.draw(list, simulation, view::dark_palette(), style);
  EXPECT_GT(list.segments.size(), 100u);
  EXPECT_GT(list.markers[1].radius, list.markers[0].radius);
}

}  // namespace
