#include "view/mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace {

using glm::vec3;

void add(view::Triangles& all, vec3 a, vec3 b, vec3 c) {
  for (const vec3& p : {a, b, c}) all.corners.push_back(p);
}

view::Triangles box(vec3 half) {
  view::Triangles all;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.f, 1.f}) {
      vec3 n(0), u(0), v(0);
      n[axis] = side * half[axis];
      u[(axis + 1) % 3] = half[(axis + 1) % 3];
      v[(axis + 2) % 3] = side * half[(axis + 2) % 3];
      add(all, n - u - v, n + u - v, n + u + v);
      add(all, n - u - v, n + u + v, n - u + v);
    }
  return all;
}

view::Triangles ball(float radius, int rings) {
  view::Triangles all;
  const auto at = [&](int p, int m) {
    const float down = 3.14159265f * static_cast<float>(p) / static_cast<float>(rings);
    const float round =
        3.14159265f * static_cast<float>(m % (2 * rings)) / static_cast<float>(rings);
    return radius *
           vec3(std::sin(down) * std::cos(round), std::cos(down), std::sin(down) * std::sin(round));
  };
  for (int p = 0; p < rings; ++p)
    for (int m = 0; m < 2 * rings; ++m) {
      if (p > 0) add(all, at(p, m), at(p, m + 1), at(p + 1, m + 1));
      if (p + 1 < rings) add(all, at(p, m), at(p + 1, m + 1), at(p + 1, m));
    }
  return all;
}

TEST(Mesh, EdgesOfABoxStaySharp) {
  const auto mesh = view::make_mesh(box({1, 2, 3}));
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
  const auto mesh = view::make_mesh(ball(2, 24));
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
  const auto mesh = view::make_mesh(one);
  ASSERT_TRUE(mesh);
  for (const auto& vertex : mesh->levels[0].vertices)
    EXPECT_LT(glm::distance(vertex.normal, vec3(0, 0.6f, 0.8f)), 1e-6f);
}

TEST(Mesh, CoarserLevelsKeepItsShape) {
  const auto mesh = view::make_mesh(ball(1, 120));
  ASSERT_TRUE(mesh);
  ASSERT_GE(mesh->levels.size(), 4u);
  for (size_t i = 1; i < mesh->levels.size(); ++i) {
    const view::Mesh::Level& level = mesh->levels[i];
    EXPECT_LT(level.triangles(), 0.6 * static_cast<double>(mesh->levels[i - 1].triangles()));
    EXPECT_GT(level.error, mesh->levels[i - 1].error);
    for (const auto& vertex : level.vertices) {
      EXPECT_LT(std::abs(glm::length(vertex.position) - 1), level.error) << i;
      EXPECT_GT(glm::dot(vertex.normal, glm::normalize(vertex.position)), 0.6f) << i;
    }
    for (size_t c = 0; c < level.corners.size(); c += 3) {
      glm::vec3 middle(0);
      for (size_t k = 0; k < 3; ++k) middle += level.vertices[level.corners[c + k]].position / 3.f;
      EXPECT_LT(std::abs(glm::length(middle) - 1), level.error) << i;
    }
  }
  // What is smooth is near to its coarse triangles: far nearer than these are long.
  const view::Mesh::Level& coarse = mesh->levels[1];
  const float edge = glm::distance(coarse.vertices[coarse.corners[0]].position,
                                   coarse.vertices[coarse.corners[1]].position);
  EXPECT_LT(coarse.error, 0.15f * edge);
  EXPECT_LT(mesh->levels.back().triangles(), 1500u);
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
  EXPECT_TRUE(view::make_mesh(whole)->closed);
  EXPECT_TRUE(view::make_mesh(box({1, 2, 3}))->closed);
  view::Triangles open = whole;
  open.corners.resize(open.corners.size() - 3);
  EXPECT_FALSE(view::make_mesh(open)->closed);
  const view::Triangles inside_out = turned(whole);
  EXPECT_FALSE(view::make_mesh(inside_out)->closed);
  view::Triangles both = whole;  // beside it one that is inside out
  for (const glm::vec3 p : inside_out.corners)
    both.corners.push_back(0.5f * p + glm::vec3(4, 0, 0));
  EXPECT_FALSE(view::make_mesh(both)->closed);
}

TEST(Mesh, TheHullIsWhereTheMeshIs) {
  const auto rod = view::make_mesh(box({0.1f, 0.1f, 1}));
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
  EXPECT_FALSE(view::make_mesh(bad));
  EXPECT_FALSE(view::make_mesh({}));
  add(bad, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const auto mesh = view::make_mesh(bad);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->levels[0].triangles(), 1u);
}

}  // namespace
