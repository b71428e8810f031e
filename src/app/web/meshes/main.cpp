#include <emscripten.h>

#include <exception>
#include <string>

#include "meshes/mesh_file.h"

// Reads meshes for a page in a worker: web/meshes_worker.js calls it.

namespace {

view::Triangles triangles;
std::string wrong;  // the error message if reading failed

}  // namespace

extern "C" {

/// Reads a mesh and returns its number of corners, or -1 if it failed; meshes_wrong() says why.
EMSCRIPTEN_KEEPALIVE int meshes_read(const char* file) {
  try {
    triangles = meshes::read(file);
    return static_cast<int>(triangles.corners.size());
  } catch (const std::exception& error) {
    wrong = error.what();
    return -1;
  }
}

// These return 3, 3 and 4 numbers per corner of the last mesh. Materials are null if it has none.
EMSCRIPTEN_KEEPALIVE const float* meshes_corners() { return &triangles.corners.data()->x; }
EMSCRIPTEN_KEEPALIVE const float* meshes_normals() { return &triangles.normals.data()->x; }
EMSCRIPTEN_KEEPALIVE const uint8_t* meshes_materials() {
  return triangles.materials.empty() ? nullptr : triangles.materials.data()->data();
}
EMSCRIPTEN_KEEPALIVE const char* meshes_wrong() { return wrong.c_str(); }
}
