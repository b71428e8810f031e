// Blocks, cylinders, ellipsoids and meshes: where they are, what they hide, how light they are.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "renderer_fixture.h"
#include "view/mesh.h"

namespace {

using test::block;
using test::cube;

class SolidsTest : public test::RendererTest {};

INSTANTIATE_TEST_SUITE_P(Api, SolidsTest,
                         testing::Values(test::Api::OpenGl33, test::Api::OpenGlEs30),
                         test::name_of);

TEST_P(SolidsTest, ABlockFillsItsOutlineAndNoMore) {
  const glm::vec3 center = camera.pose().target, half(0.4f, 0.3f, 0.2f);
  view::DrawList list;
  const render::Picture empty = draw(list, {.ground = false});
  list.blocks = {block(center, half, {0, 1, 0, 1})};
  const render::Picture picture = draw(list, {.ground = false});
  for (const glm::vec3 side : {glm::vec3(0), {0.4f, 0, 0}, {0, 0.3f, 0}, {0, 0, 0.2f}})
    EXPECT_GT(at(picture, center + 0.95f * side)[1], 60) << side.x << side.y << side.z;
  view::Box corners;
  corners.add(center - half);
  corners.add(center + half);
  for (int i = 0; i < 8; ++i) {  // beyond each corner there is nothing
    const glm::vec3 out = center + 1.15f * (corners.corner(i) - center);
    if (i == 0 || i == 7) continue;  // may be in front of or behind the middle
    EXPECT_GT(at(picture, center + 0.9f * (corners.corner(i) - center))[1], 60) << i;
    EXPECT_EQ(at(picture, out), at(empty, out)) << i;
  }
}

TEST_P(SolidsTest, BlocksAndSolidsHideEachOther) {
  const glm::vec3 center = camera.pose().target, to_eye = glm::normalize(camera.eye() - center);
  for (const float side : {-1.f, 1.f}) {
    view::DrawList list;
    list.blocks = {block(center, glm::vec3(0.15f), {0, 1, 0, 1})};
    list.balls = {{center + side * 0.6f * to_eye, 0.2f, {1, 0, 0, 1}}};
    const std::array<uint8_t, 3> rgb = at(draw(list), center);
    EXPECT_EQ(rgb[1] > rgb[0], side < 0) << side;
  }
}

TEST_P(SolidsTest, LinesAreSeenThroughABlockThatIsSeenThrough) {
  const glm::vec3 center = camera.pose().target, to_eye = glm::normalize(camera.eye() - center);
  view::DrawList plain;
  plain.blocks = {block(center, glm::vec3(0.3f), {0, 1, 0, 0.5f})};
  const std::array<uint8_t, 3> glass = at(draw(plain, {.ground = false}), center);
  for (const int samples : {0, 4}) {
    for (const float side : {-1.f, 1.f}) {
      view::DrawList list = plain;
      const glm::vec3 middle = center + side * to_eye, off(0.3f, 0, 0);
      list.segments = {{middle - off, middle + off, {1, 0, 0, 1}, {1, 0, 0, 1}, 8}};
      const auto line = at(draw(list, {.ground = false, .msaa = samples}), center);
      EXPECT_GT(line[0], glass[0] + 40) << side;
      if (side > 0) {
        EXPECT_GT(line[0], 240);  // before it: as it is
      }
    }
  }
}

TEST_P(SolidsTest, ABlockThrowsAShadow) {
  view::DrawList list;
  list.ground = {{0, -0.2f, 0}, 5, 0.5f};
  list.blocks = {block({0, 0.6f, 0}, glm::vec3(0.25f), glm::vec4(1))};
  const render::Picture lit = draw(list, {.shadow = false}), shaded = draw(list);
  EXPECT_GT(test::darker(shaded, lit), 200);
}

/// A cylinder along x and an ellipsoid: they fill what they should and no more.
TEST_P(SolidsTest, CylindersAndEllipsoidsFillTheirOutline) {
  const glm::vec3 center = camera.pose().target;
  const render::Picture empty = draw({}, {.ground = false});
  for (const bool parallel : {false, true}) {
    camera.set_orthographic(parallel);
    for (const int samples : {0, 4}) {
      view::DrawList list;
      const view::Block shape{center, {0, 0, 0.2f}, {0, 0.2f, 0}, {0.6f, 0, 0}, {0, 1, 0, 1}};
      list.cylinders = {shape};
      const render::DrawOptions options{.ground = false, .msaa = samples};
      const render::Picture cylinder = draw(list, options);
      std::swap(list.cylinders, list.ellipsoids);
      const render::Picture ellipsoid = draw(list, options);
      const auto green = [&](const render::Picture& picture, float x, float y) {
        return at(picture, center + glm::vec3(x, y, 0))[1] > 90;
      };
      for (const render::Picture* picture : {&cylinder, &ellipsoid}) {
        EXPECT_TRUE(green(*picture, 0, 0));
        EXPECT_TRUE(green(*picture, 0.5f, 0));
        EXPECT_TRUE(green(*picture, 0, 0.15f));
        EXPECT_FALSE(green(*picture, 0.9f, 0));
        EXPECT_FALSE(green(*picture, 0, 0.35f));
      }
      EXPECT_TRUE(green(cylinder, 0.52f, 0.14f));
      EXPECT_FALSE(green(ellipsoid, 0.57f, 0.16f));
      EXPECT_EQ(at(cylinder, center + glm::vec3(0, 0.5f, 0)),
                at(empty, center + glm::vec3(0, 0.5f, 0)));
    }
  }
}

/// The same box as a mesh: as light and where it is, also mirrored and stretched.
TEST_P(SolidsTest, AMeshLooksAsTheBoxThatItIs) {
  const glm::vec3 center = camera.pose().target, half(0.3f, 0.2f, 0.4f);
  for (const bool parallel : {false, true}) {
    camera.set_orthographic(parallel);
    view::DrawList box, mesh;
    box.blocks = {block(center, half, {0.2f, 0.8f, 0.2f, 1})};
    const render::Picture wanted = draw(box, {.ground = false});
    for (const float mirrored : {1.f, -1.f}) {
      glm::mat4x3 transform(0.f);
      transform[0].x = 0.5f * mirrored;
      transform[1].y = 1;
      transform[2].z = 2;
      transform[3] = center;
      mesh.meshes = {{cube({0.6f, 0.2f, 0.2f}), 0, transform, {0.2f, 0.8f, 0.2f, 1}, 0}};
      const render::Picture seen = draw(mesh, {.ground = false});
      long long apart = 0, lit = 0;
      for (size_t i = 0; i < seen.samples.size(); ++i) {
        apart += std::abs(seen.samples[i] - wanted.samples[i]);
        lit += wanted.samples[i] != 0;
      }
      EXPECT_LT(static_cast<double>(apart), 0.6 * static_cast<double>(lit)) << mirrored;
      const auto a = at(seen, center), b = at(wanted, center);
      for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(a[c], b[c], 6);
      EXPECT_GT(a[1], a[0] + 40);
    }
  }
}

TEST_P(SolidsTest, AMeshHasItsOwnColoursOrThoseOfItsInstance) {
  const glm::vec3 center = camera.pose().target;
  glm::mat4x3 transform(1.f);
  transform[3] = center;
  view::DrawList list;
  list.meshes = {{cube(glm::vec3(0.3f), true), 0, transform, glm::vec4(1), 1}};
  const auto own = at(draw(list), center);
  EXPECT_GT(own[2], own[0] + 60);
  list.meshes[0].color = {1, 0, 0, 1};
  list.meshes[0].own_color = 0;
  const auto given = at(draw(list), center);
  EXPECT_GT(given[0], given[2] + 60);
  // Many of one mesh, one of them before the eye of the others.
  list.meshes.push_back(list.meshes[0]);
  list.meshes[1].color = {0, 1, 0, 1};
  list.meshes[1].transform[3] = center + 0.8f * glm::normalize(camera.eye() - center);
  const auto nearer = at(draw(list), center);
  EXPECT_GT(nearer[1], nearer[0] + 60);
  // Glass: both are seen, wherever it is in the list.
  list.meshes[1].color.a = 0.4f;
  const auto both = at(draw(list), center);
  std::swap(list.meshes[0], list.meshes[1]);
  EXPECT_EQ(at(draw(list), center), both);
  EXPECT_GT(both[0], nearer[0] + 20);
  EXPECT_GT(both[1], given[1] + 20);
}

}  // namespace
