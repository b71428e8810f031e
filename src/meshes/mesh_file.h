#pragma once
#include <filesystem>

#include "view/mesh.h"

namespace meshes {

/// The triangles of an STL, OBJ, DAE, PLY or glTF file in its own axes and in metres. As robots'
/// tools have it, what a DAE file says of its unit counts, what it says of its upright axis does
/// not (RViz reads them so, and robots' files are made to look right there). Throws base::Error:
/// which file, what is wrong, what was expected. Damaged files can crash Assimp: see
/// mesh_process.h.
view::Triangles read(const std::filesystem::path& file);

}  // namespace meshes
