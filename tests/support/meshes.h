#pragma once
#include <memory>

#include "view/mesh.h"

namespace test {

/// Makes a mesh at once.
inline std::shared_ptr<const view::Mesh> make_mesh(const view::Triangles& triangles) {
  std::shared_ptr<const view::Mesh> mesh;
  jobs::Slices work = view::make_mesh(triangles, mesh);
  while (work.advance()) {
  }
  return mesh;
}

}  // namespace test
