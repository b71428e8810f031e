#pragma once
#include <filesystem>

#include "view/mesh.h"

namespace meshes {

/// Reads the triangles of an STL, OBJ, DAE, PLY or glTF file in its own axes and in metres. Like
/// other robot tools, it applies the unit of a DAE file but not its upright axis: RViz does so, and
/// robots' files are made to look right there. Throws base::Error: which file, what is wrong, what
/// was expected. Damaged files can crash Assimp: see mesh_process.h.
view::Triangles read(const std::filesystem::path& file);

}  // namespace meshes
