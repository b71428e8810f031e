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
  std::vector<glm::vec3> normals;                 ///< one per corner; zero: computed from the faces
  std::vector<std::array<uint8_t, 4>> materials;  ///< one per corner, sRGB with alpha; empty: none
};

/// The triangles of a mesh in its file's coordinates, in several levels of detail.
struct Mesh {
  struct Vertex {
    glm::vec3 position, normal;
    std::array<uint8_t, 4> color;
  };
  struct Level {
    std::vector<Vertex> vertices;
    std::vector<uint32_t> corners;  ///< indices of vertices, three per triangle
    float error = 0;                ///< estimated distance from the finest level
    bool closed = false;            ///< whether back faces are visible only from inside
    size_t triangles() const { return corners.size() / 3; }
  };
  std::vector<Level> levels;     ///< the finest first; at least one
  bool colored = false;          ///< its vertices have colours of their own
  size_t skipped_triangles = 0;  ///< of the file: not finite, or far from all others
  Box bounds;
  std::vector<Limb> hull;  ///< round cones that roughly fill it, for shadows and picking

  size_t bytes() const;
};

/// Makes a mesh in slices, since a large one takes seconds; `triangles` and `mesh` must live until
/// the last slice. Normals are the file's; if any is missing, edges below 30 degrees are smooth.
/// Skips triangles without an area, and those with a corner that is not finite or 1e5 times farther
/// from the origin than the median. `mesh` stays as it is if no triangle is left.
jobs::Slices make_mesh(const Triangles& triangles, std::shared_ptr<const Mesh>& mesh);

}  // namespace view
