#include "view/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "support/meshes.h"
#include "triangles.h"

namespace {

using glm::vec3;

using test::add, test::ball, test::box;

TEST(Mesh, EdgesOfABoxStaySharp) {
  const auto mesh = test::make_mesh(box({1, 2, 3}));
  ASSERT_TRUE(mesh);
  ASSERT_EQ(mesh->levels.size(), 1u);
  EXPECT_EQ(mesh->levels[0].triangles(), 12u);
  EXPECT_EQ(mesh->levels[0].vertices.size(), 24u);  // each corner once for each of three sides
  for (const view::Mesh::Vertex& vertex : mesh->levels[0].vertices) {
    const vec3 n = glm::abs(vertex.normal);
    EXPECT_NEAR(std::max({n.x, n.y, n.z}), 1, 1e-5);
  }
  EXPECT_EQ(mesh->bounds.low, vec3(-1, -2, -3));
  EXPECT_EQ(mesh->bounds.high, vec3(1, 2, 3));
  EXPECT_FALSE(mesh->colored);
}

TEST(Mesh, ABallIsSmooth) {
  const auto mesh = test::make_mesh(ball(2, 24));
  ASSERT_TRUE(mesh);
  int compared = 0;
  for (const view::Mesh::Vertex& vertex : mesh->levels[0].vertices) {
    EXPECT_GT(glm::dot(vertex.normal, glm::normalize(vertex.position)), 0.99f);
    ++compared;
  }
  EXPECT_GT(compared, 1000);
  EXPECT_LT(compared, 1300);  // shared by its triangles
}

TEST(Mesh, GivenNormalsAreKept) {
  view::Triangles one;
  add(one, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  one.normals.assign(3, vec3(0, 3, 4));
  const auto mesh = test::make_mesh(one);
  ASSERT_TRUE(mesh);
  for (const auto& vertex : mesh->levels[0].vertices)
    EXPECT_LT(glm::distance(vertex.normal, vec3(0, 0.6f, 0.8f)), 1e-6f);
}

/// How far the middles of a level's triangles are off a ball, the nearest first.
std::vector<float> off_ball(const view::Mesh::Level& level) {
  std::vector<float> all;
  for (size_t c = 0; c < level.corners.size(); c += 3) {
    glm::vec3 middle(0);
    for (size_t k = 0; k < 3; ++k) middle += level.vertices[level.corners[c + k]].position / 3.f;
    all.push_back(std::abs(glm::length(middle) - 1));
  }
  std::ranges::sort(all);
  return all;
}

TEST(Mesh, CoarserLevelsKeepItsShape) {
  const auto mesh = test::make_mesh(ball(1, 120));
  ASSERT_TRUE(mesh);
  ASSERT_GE(mesh->levels.size(), 4u);
  for (size_t i = 1; i < mesh->levels.size(); ++i) {
    const view::Mesh::Level& level = mesh->levels[i];
    EXPECT_LT(level.triangles(), 0.6 * static_cast<double>(mesh->levels[i - 1].triangles()));
    EXPECT_GT(level.error, mesh->levels[i - 1].error);
    for (const auto& vertex : level.vertices) {
      EXPECT_LT(std::abs(glm::length(vertex.position) - 1), level.error) << i;
      EXPECT_GT(glm::dot(vertex.normal, glm::normalize(vertex.position)), 0.99f) << i;
    }
    const std::vector<float> off = off_ball(level);
    const float fine = off_ball(mesh->levels[0]).back();
    EXPECT_LT(off[off.size() * 9 / 10], fine + level.error) << i;
    EXPECT_LT(off.back(), fine + 4 * level.error) << i;
    // The best that so many triangles of one size can be is 4.8 of this.
    const auto share = 1 / static_cast<float>(level.triangles());
    if (level.triangles() < 8000) {
      EXPECT_LT(off.back(), 18 * share) << i;
    }
  }
  // What is smooth is near to its coarse triangles: far nearer than these are long.
  const view::Mesh::Level& coarse = mesh->levels[1];
  const float edge = glm::distance(coarse.vertices[coarse.corners[0]].position,
                                   coarse.vertices[coarse.corners[1]].position);
  EXPECT_LT(coarse.error, 0.15f * edge);
  EXPECT_LT(mesh->levels.back().triangles(), 1500u);
}

TEST(Mesh, WhatHasManyPartsIsMadeCoarserToo) {
  view::Triangles parts;
  for (int x = 0; x < 20; ++x)
    for (int y = 0; y < 20; ++y)
      for (const vec3 p : box({0.4f, 0.4f, 0.4f}).corners)
        parts.corners.push_back(p + vec3(x, y, 0));
  const auto mesh = test::make_mesh(parts);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->levels[0].triangles(), 4800u);
  EXPECT_TRUE(mesh->levels[0].closed);
  ASSERT_GE(mesh->levels.size(), 4u);
  EXPECT_LT(mesh->levels.back().triangles(), 400u);
  EXPECT_FALSE(mesh->levels.back().closed);  // parts have grown together
  EXPECT_LT(mesh->levels.back().error, 20);
}

TEST(Mesh, CoarserLevelsKeepTheirColours) {
  view::Triangles halves = ball(1, 60);
  for (size_t c = 0; c < halves.corners.size(); c += 3) {
    const bool upper = halves.corners[c].y + halves.corners[c + 1].y + halves.corners[c + 2].y > 0;
    for (int i = 0; i < 3; ++i)
      halves.materials.push_back(upper ? std::array<uint8_t, 4>{255, 0, 0, 255}
                                       : std::array<uint8_t, 4>{0, 0, 255, 255});
  }
  const auto mesh = test::make_mesh(halves);
  ASSERT_TRUE(mesh);
  EXPECT_TRUE(mesh->colored);
  ASSERT_GE(mesh->levels.size(), 5u);
  for (const view::Mesh::Level& level : mesh->levels)
    for (const auto& vertex : level.vertices) {
      const float side = vertex.color[0] == 255 ? 1.f : -1.f;
      EXPECT_GT(side * vertex.position.y, -0.03f);
    }
}

/// Only then what is seen from behind need not be drawn.
TEST(Mesh, KnowsWhetherItIsClosed) {
  view::Triangles whole = ball(1, 20);
  for (vec3& p : whole.corners) p = glm::round(1e4f * p) / 1e4f;  // each pole is one place
  const auto turned = [](const view::Triangles& all) {
    view::Triangles other = all;
    for (size_t c = 0; c < all.corners.size(); c += 3)
      std::swap(other.corners[c], other.corners[c + 1]);
    return other;
  };
  if (glm::dot(glm::cross(whole.corners[1] - whole.corners[0], whole.corners[2] - whole.corners[0]),
               whole.corners[0]) < 0)
    whole = turned(whole);
  EXPECT_TRUE(test::make_mesh(whole)->levels[0].closed);
  EXPECT_TRUE(test::make_mesh(box({1, 2, 3}))->levels[0].closed);
  view::Triangles open = whole;
  open.corners.resize(open.corners.size() - 3);
  EXPECT_FALSE(test::make_mesh(open)->levels[0].closed);
  const view::Triangles inside_out = turned(whole);
  EXPECT_FALSE(test::make_mesh(inside_out)->levels[0].closed);
  view::Triangles both = whole;  // beside it one that is inside out
  for (const glm::vec3 p : inside_out.corners)
    both.corners.push_back(0.5f * p + glm::vec3(4, 0, 0));
  EXPECT_FALSE(test::make_mesh(both)->levels[0].closed);
}

TEST(Mesh, TheHullIsWhereTheMeshIs) {
  const auto rod = test::make_mesh(box({0.1f, 0.1f, 1}));
  ASSERT_TRUE(rod);
  ASSERT_FALSE(rod->hull.empty());
  view::Box hull;
  for (const view::Limb& limb : rod->hull) {
    hull.add(limb.a, limb.ra);
    hull.add(limb.b, limb.rb);
  }
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(hull.high[axis], rod->bounds.high[axis], 0.12) << axis;
    EXPECT_NEAR(hull.low[axis], rod->bounds.low[axis], 0.12) << axis;
  }
}

TEST(Mesh, WhatIsNoTriangleIsLeftOut) {
  constexpr float never = std::numeric_limits<float>::quiet_NaN();
  view::Triangles bad;
  add(bad, {0, 0, 0}, {1, 0, 0}, {2, 0, 0});
  add(bad, {0, 0, 0}, {never, 0, 0}, {0, 1, 0});
  add(bad, {0, 0, 0}, {std::numeric_limits<float>::infinity(), 0, 0}, {0, 1, 0});
  EXPECT_FALSE(test::make_mesh(bad));
  EXPECT_FALSE(test::make_mesh({}));
  add(bad, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const auto mesh = test::make_mesh(bad);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->levels[0].triangles(), 1u);
}

TEST(Mesh, CornersThatAreNotFiniteOrFarFromAllOthersAreLeftOutAndCounted) {
  view::Triangles some = box({1, 2, 3});
  for (const float far : {std::numeric_limits<float>::quiet_NaN(), 1e7f, 1e30f,
                          std::numeric_limits<float>::infinity(), -3e38f})
    add(some, {0, 0, 0}, {1, 0, 0}, {0, far, 0});
  const auto mesh = test::make_mesh(some);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->skipped_triangles, 5u);
  EXPECT_EQ(mesh->levels[0].triangles(), 12u);
  EXPECT_EQ(mesh->bounds.high, vec3(1, 2, 3));
  EXPECT_EQ(test::make_mesh(box(vec3(1e6)))->skipped_triangles, 0u) << "micrometres";
}

}  // namespace
