#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "view/mesh.h"

namespace meshes {

/// Reads the triangles of an STL, OBJ, DAE, PLY or glTF file in its own axes and in metres. Like
/// other robot tools, it applies the unit of a DAE file but not its upright axis: RViz does so, and
/// robots' files are made to look right there. Throws base::Error: which file, what is wrong, what
/// was expected. Damaged files can crash Assimp: see mesh_process.h.
view::Triangles read(const std::filesystem::path& file);

/// The header of an answer. The program ikscope-meshes reads names of files, each followed by a
/// zero, and answers each one with this header, three floats for each corner, three for each
/// normal, and four bytes for each material if there are materials; or, if the mesh cannot be read,
/// with a sentence of the given number of bytes.
struct Answer {
  uint64_t corner_count = 0, material_count = 0, sentence_bytes = 0;
  uint64_t is_last = 0;  ///< not 0: the program should end, since it holds too much memory
};

constexpr size_t max_triangles = 3'000'000;    ///< per file
constexpr int max_seconds = 30;                ///< processor time for a file
constexpr int max_gigabytes = 2;               ///< memory; the largest files take 1.5
constexpr int max_kept_megabytes = 128;        ///< memory that may remain after reading a file
constexpr size_t max_sentence_bytes = 16'384;  ///< bytes of a sentence

// Only the program ikscope-meshes defines these functions.

/// Limits this process's memory, and lets it crash quietly. On Windows its streams carry bytes.
void set_limits();

/// Gives the next file its own processor time, after which the system ends the process.
void restart_time_limit();

/// Returns whether the process holds more memory than may remain after reading a file.
bool holds_too_much();

}  // namespace meshes
