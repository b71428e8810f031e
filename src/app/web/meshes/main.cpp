#include <emscripten.h>

#include <exception>
#include <string>

#include "meshes/mesh_file.h"

// Reads meshes for a page, beside its program: web/meshes_worker.js calls it.

namespace {

view::Triangles triangles;
std::string wrong;  // instead

}  // namespace

extern "C" {

/// Returns how many corners it has; -1: meshes_wrong() says why it has none.
EMSCRIPTEN_KEEPALIVE int meshes_read(const char* file) {
  try {
    triangles = meshes::read(file);
    return static_cast<int>(triangles.corners.size());
  } catch (const std::exception& error) {
    wrong = error.what();
    return -1;
  }
}

// Of the last one: 3, 3 and 4 numbers a corner. No materials: null.
EMSCRIPTEN_KEEPALIVE const float* meshes_corners() { return &triangles.corners.data()->x; }
EMSCRIPTEN_KEEPALIVE const float* meshes_normals() { return &triangles.normals.data()->x; }
EMSCRIPTEN_KEEPALIVE const uint8_t* meshes_materials() {
  return triangles.materials.empty() ? nullptr : triangles.materials.data()->data();
}
EMSCRIPTEN_KEEPALIVE const char* meshes_wrong() { return wrong.c_str(); }
}
