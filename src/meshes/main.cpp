// ikscope-meshes: reads meshes for ikscope, which starts it (mesh_process.cpp) and sends it their
// names, and writes the answers described in mesh_file.h. If a damaged file crashes Assimp, only
// this process ends.

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "meshes/mesh_file.h"

namespace {

/// Reads the next name; returns false if there is none.
bool next_name(std::string& name) {
  name.clear();
  for (char c = 0;;) {
    const ssize_t count = read(STDIN_FILENO, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    if (c == '\0') return true;
    name += c;
  }
}

bool write_all(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return true;
}

/// Writes the triangles of a mesh, or a sentence.
bool write_answer(const view::Triangles& triangles, std::string_view sentence = {}) {
  sentence = sentence.substr(0, meshes::max_sentence_bytes);
  const meshes::Answer head{triangles.corners.size(), triangles.materials.size(), sentence.size(),
                            meshes::holds_too_much()};
  return write_all(std::as_bytes(std::span(&head, 1))) &&
         write_all(std::as_bytes(std::span(triangles.corners))) &&
         write_all(std::as_bytes(std::span(triangles.normals))) &&
         write_all(std::as_bytes(std::span(triangles.materials))) &&
         write_all(std::as_bytes(std::span(sentence)));
}

bool answer_file(const std::string& file) {
  try {
    return write_answer(meshes::read(file));
  } catch (const std::exception& error) {
    return write_answer({}, error.what());
  }
}

}  // namespace

int main(int argc, char**) {
  if (argc != 1 || isatty(STDIN_FILENO)) {
    std::fputs("ikscope-meshes reads meshes for ikscope, which starts it.\n", stderr);
    return 2;
  }
  meshes::set_limits();
  for (std::string file; next_name(file);) {
    meshes::restart_time_limit();
    if (!answer_file(file)) return 1;
  }
}
