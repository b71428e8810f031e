#include "view/pick.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

class Pick : public ::testing::Test {
 protected:
  Pick() {
    camera.set_size({600, 600});
    camera.jump_home(std::vector{glm::vec3(-2), glm::vec3(2)});
  }
  view::Marker marker(glm::vec3 center) const { return {center, 0.1f, glm::vec4(1)}; }
  glm::vec2 pixel(const view::Marker& m) const { return *camera.project(m.center); }

  view::Camera camera;
};

TEST_F(Pick, FindsTheMarkerUnderTheMouse) {
  const std::vector markers{marker({-1, 0, 0}), marker({1, 0, 0}), marker({0, 1, 0})};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(view::pick(camera, pixel(markers[i]) + glm::vec2(3, -2), markers, 8), i);
  }
  EXPECT_EQ(view::pick(camera, {5, 5}, markers, 8), -1);
  EXPECT_EQ(view::pick(camera, {5, 5}, {}, 8), -1);
}

TEST_F(Pick, TheNearerOfTwoInALine) {
  const glm::vec3 front = camera.eye() + 3.f * camera.ray({300, 300}).direction;
  const glm::vec3 back = camera.eye() + 5.f * camera.ray({300, 300}).direction;
  EXPECT_EQ(view::pick(camera, {300, 300}, std::vector{marker(back), marker(front)}, 8), 1);
}

TEST_F(Pick, ToleranceIsInPixelsBesideTheBall) {
  const std::vector markers{marker({0, 0, 0})};
  const float radius = 0.1f * camera.pixels_per_unit({0, 0, 0});
  EXPECT_EQ(view::pick(camera, pixel(markers[0]) + glm::vec2(radius + 7, 0), markers, 8), 0);
  EXPECT_EQ(view::pick(camera, pixel(markers[0]) + glm::vec2(radius + 9, 0), markers, 8), -1);
}

TEST_F(Pick, NothingBehindTheEye) {
  const glm::vec3 behind = camera.eye() - 2.f * camera.ray({300, 300}).direction;
  EXPECT_EQ(view::pick(camera, {300, 300}, std::vector{marker(behind)}, 1000), -1);
}

TEST(Surface, IsTheNearestLimbOrElseTheGround) {
  view::DrawList list;
  list.ground = {{0, -1, 0}, 5, 1};
  list.limbs = {{{-1, 0, 0}, {1, 0, 0}, 0.2f, 0.2f, {}}};
  list.balls = {{{0.5f, 0, 2}, 0.3f, {}}};
  const auto from_above = [&](float x, float z) {
    return view::hit_surface({{x, 4, z}, {0, -1, 0}}, list);
  };
  EXPECT_NEAR(from_above(0.3f, 0)->y, 0.2f, 1e-4f);
  EXPECT_NEAR(from_above(0.5f, 2)->y, 0.3f, 1e-4f);
  EXPECT_NEAR(from_above(2, 1)->y, -1, 1e-4f);
  EXPECT_FALSE(from_above(9, 0)) << "the air";
  EXPECT_FALSE(view::hit_surface({{0, 4, 0}, {0, 1, 0}}, list)) << "behind the eye";
  EXPECT_FALSE(view::hit_surface({{0, 4, 3}, {1, 0, 0}}, list)) << "along the ground";
}

}  // namespace
