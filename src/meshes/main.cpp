// ikscope-meshes: reads meshes for ikscope, which starts it (mesh_process.cpp) and sends it their
// names, and writes the answers described in answer.h. If a damaged file crashes Assimp, only this
// process ends.

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <span>
#include <string>

#include "meshes/mesh_file.h"

#ifdef IKSCOPE_SANITIZED  // it reserves terabytes, so RLIMIT_AS cannot be used
extern "C" const char* __asan_default_options() { return "hard_rss_limit_mb=2048:detect_leaks=0"; }
#endif

namespace {

#ifdef IKSCOPE_SANITIZED  // it retains freed memory
constexpr int most_megabytes_before = 1024;
#else
using meshes::most_megabytes_before;
#endif

void set_limits() {
#ifndef IKSCOPE_SANITIZED
  const rlimit memory{rlim_t{meshes::most_gigabytes} << 30, rlim_t{meshes::most_gigabytes} << 30};
  setrlimit(RLIMIT_AS, &memory);
#endif
  if (std::FILE* first = std::fopen("/proc/self/oom_score_adj", "w")) {
    std::fputs("1000", first);  // if memory runs out, the system kills this process, not ikscope
    std::fclose(first);
  }
  prctl(PR_SET_DUMPABLE, 0);  // a crash is expected, and leaves no core file
}

/// Gives the next file as much processor time as the first one had; SIGXCPU follows afterwards.
void begin_time() {
  rusage used{};
  rlimit time{};
  getrusage(RUSAGE_SELF, &used);
  getrlimit(RLIMIT_CPU, &time);
  const auto seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + meshes::most_seconds;
  time.rlim_cur = std::min(static_cast<rlim_t>(seconds), time.rlim_max);
  setrlimit(RLIMIT_CPU, &time);
}

bool holds_much() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss > 1024L * most_megabytes_before;  // kB
}

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

bool answer(const view::Triangles& triangles) {
  const bool last = holds_much();
  const meshes::Answer head{triangles.corners.size(), triangles.materials.size(), 0, last};
  return write_all(std::as_bytes(std::span(&head, 1))) &&
         write_all(std::as_bytes(std::span(triangles.corners))) &&
         write_all(std::as_bytes(std::span(triangles.normals))) &&
         write_all(std::as_bytes(std::span(triangles.materials)));
}

bool refuse(std::string sentence) {
  const bool last = holds_much();
  if (sentence.size() > meshes::most_letters) sentence.resize(meshes::most_letters);
  const meshes::Answer head{0, 0, sentence.size(), last};
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

int main(int argc, char**) {
  if (argc != 1 || isatty(STDIN_FILENO)) {
    std::fputs("ikscope-meshes reads meshes for ikscope, which starts it.\n", stderr);
    return 2;
  }
  set_limits();
  for (std::string file; next_name(file);) {
    begin_time();
    if (!read(file)) return 1;
  }
}
