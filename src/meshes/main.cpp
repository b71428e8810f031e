// ikscope-meshes FILE: reads a mesh for ikscope, which starts it (mesh_process.cpp), and writes
// what answer.h says. Whatever a damaged file does to Assimp ends this process alone.

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <span>
#include <string>

#include "meshes/answer.h"
#include "meshes/mesh_file.h"

#ifdef IKSCOPE_SANITIZED  // which reserves terabytes, so that RLIMIT_AS cannot serve
extern "C" const char* __asan_default_options() { return "hard_rss_limit_mb=2048:detect_leaks=0"; }
#endif

namespace {

void set_limits() {
  const rlimit time{meshes::most_seconds, meshes::most_seconds + 1};  // SIGXCPU, then SIGKILL
  setrlimit(RLIMIT_CPU, &time);
#ifndef IKSCOPE_SANITIZED
  const rlimit memory{rlim_t{meshes::most_gigabytes} << 30, rlim_t{meshes::most_gigabytes} << 30};
  setrlimit(RLIMIT_AS, &memory);
#endif
  if (std::FILE* first = std::fopen("/proc/self/oom_score_adj", "w")) {
    std::fputs("1000", first);  // where memory ends this process ends, not ikscope
    std::fclose(first);
  }
  prctl(PR_SET_DUMPABLE, 0);         // a crash is expected, and leaves no core file
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody reads the answer then
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

bool answer(const view::Triangles& triangles) {
  const meshes::Answer head{triangles.corners.size(), triangles.materials.size(), 0};
  return write_all(std::as_bytes(std::span(&head, 1))) &&
         write_all(std::as_bytes(std::span(triangles.corners))) &&
         write_all(std::as_bytes(std::span(triangles.normals))) &&
         write_all(std::as_bytes(std::span(triangles.materials)));
}

bool refuse(std::string sentence) {
  if (sentence.size() > meshes::most_letters) sentence.resize(meshes::most_letters);
  const meshes::Answer head{0, 0, sentence.size()};
  return write_all(std::as_bytes(std::span(&head, 1))) &&
         write_all(std::as_bytes(std::span(sentence)));
}

bool read(const std::string& file) {
  try {
    return answer(meshes::read(file));
  } catch (const std::exception& error) {
    return refuse(error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: ikscope-meshes FILE (ikscope runs it to read a mesh)\n", stderr);
    return 2;
  }
  set_limits();
  return read(argv[1]) ? 0 : 1;
}
