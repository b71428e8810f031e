#pragma once
#include <filesystem>

#include "view/mesh.h"

namespace meshes {

constexpr size_t most_triangles = 3'000'000;  ///< of a file

/// The triangles of an STL, OBJ or DAE file in its own axes and in metres. As robots' tools have
/// it, what a DAE file says of its unit counts, what it says of its upright axis does not (RViz
/// reads them so, and robots' files are made to look right there). Throws base::Error: which file,
/// what is wrong, what was expected.
view::Triangles read(const std::filesystem::path& file);

}  // namespace meshes
