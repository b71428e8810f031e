#pragma once
#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "jobs/slices.h"
#include "view/draw_list.h"

namespace view {

/// Triangles as a file has them: three corners each, one after the other.
struct Triangles {
  std::vector<glm::vec3> corners;
  std::vector<glm::vec3> normals;                 ///< one a corner; zero: by the angle of the edges
  std::vector<std::array<uint8_t, 4>> materials;  ///< one a corner, sRGB with alpha; empty: none
};

/// A solid's triangles in its file's coordinates, in coarser and coarser levels. Constant.
struct Mesh {
  struct Vertex {
    glm::vec3 position, normal;
    std::array<uint8_t, 4> color;
  };
  struct Level {
    std::vector<Vertex> vertices;
    std::vector<uint32_t> corners;  ///< three a triangle
    float error = 0;                ///< how far it is beside the finest, but for few points
    bool closed = false;            ///< no triangle is seen from behind but from within
    size_t triangles() const { return corners.size() / 3; }
  };
  std::vector<Level> levels;  ///< the finest first; at least one
  bool colored = false;       ///< its vertices have colours of their own
  size_t left_out = 0;        ///< triangles of the file that are not finite, or far from all others
  Box bounds;
  std::vector<Limb> hull;  ///< round cones that fill it roughly: for its shadow, and to be hit

  size_t bytes() const;
};

/// Normals are the file's; where it has none, edges below 30 degrees are smooth. Triangles without
/// an area, with corners that are not finite or a hundred thousand times farther from the origin
/// than the median are left out; null if nothing is left. It is made in slices, since a large mesh
/// takes seconds; `triangles` and `mesh` have to live until the last one.
jobs::Slices make_mesh(const Triangles& triangles, std::shared_ptr<const Mesh>& mesh);

}  // namespace view
