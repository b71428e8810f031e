#include "meshes/mesh_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "base/error.h"
#include "files/read_text.h"

namespace meshes {
namespace {

constexpr std::chrono::seconds longest_wait{4 * most_seconds};

/// Installed, and built, in one folder with every program that needs it.
std::string program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "ikscope-meshes";
}

}  // namespace

MeshProcess::MeshProcess(const std::filesystem::path& file) : file_(file.string()) {
  int ends[2] = {-1, -1};
  const std::string reader = program();
  const auto unable = [&](int error) {
    return base::Error(file_ + ": the mesh cannot be read, " + reader + " cannot be started (" +
                       std::strerror(error) + "); expected it beside the program");
  };
  if (pipe2(ends, O_CLOEXEC) != 0) throw unable(errno);
  pipe_ = ends[0];
  awaited_.push_back(std::as_writable_bytes(std::span(&answer_, 1)));
  int error = 0;
  try {
    process_.emplace(std::vector{reader, file_}, -1, ends[1]);
  } catch (const std::system_error& failure) {
    error = failure.code().value();
  }
  close(ends[1]);
  if (error == 0) return;
  close(pipe_);
  throw unable(error);
}

MeshProcess::~MeshProcess() { close(pipe_); }

std::optional<view::Triangles> MeshProcess::take(std::chrono::milliseconds patience) {
  const Clock::time_point until = Clock::now() + patience;
  while (!awaited_.empty())
    if (!receive(until)) return {};
  process_.reset();
  if (!sentence_.empty()) throw base::Error(sentence_);
  return std::move(triangles_);
}

/// Some of the awaited bytes; false if none came.
bool MeshProcess::receive(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  pollfd end{pipe_, POLLIN, 0};
  if (poll(&end, 1, left > 0 ? static_cast<int>(left) : 0) <= 0) {
    if (Clock::now() - begin_ < longest_wait) return false;
    process_.reset();
    fail("reading the mesh takes more than " + std::to_string(longest_wait.count()) + " s");
  }
  Bytes& next = awaited_.back();
  const ssize_t count = read(pipe_, next.data(), next.size());
  if (count < 0 && errno == EINTR) return true;
  if (count <= 0) {
    const int status = process_->wait();
    process_.reset();
    fail(WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU
             ? "reading the mesh takes more than " + std::to_string(most_seconds) + " s"
             : "the mesh crashes the program that reads it");
  }
  next = next.subspan(static_cast<size_t>(count));
  if (!next.empty()) return true;
  awaited_.pop_back();
  if (triangles_.corners.empty() && sentence_.empty()) make_room();
  return true;
}

/// For what the answer begins with.
void MeshProcess::make_room() {
  const auto [corners, materials, letters] = answer_;
  if (letters > most_letters || corners > 3 * most_triangles || corners % 3 != 0 ||
      (corners == 0) == (letters == 0) || (materials != 0 && materials != corners))
    fail("the program that reads the mesh gives no sensible answer");
  sentence_.resize(letters);
  triangles_.corners.resize(corners);
  triangles_.normals.resize(corners);
  triangles_.materials.resize(materials);
  for (const Bytes part : {std::as_writable_bytes(std::span(triangles_.materials)),
                           std::as_writable_bytes(std::span(triangles_.normals)),
                           std::as_writable_bytes(std::span(triangles_.corners)),
                           std::as_writable_bytes(std::span(sentence_))})
    if (!part.empty()) awaited_.push_back(part);
}

void MeshProcess::fail(const std::string& why) {
  throw base::Error(file_ + ": " + why + "; expected " + files::mesh.expected + " that is whole");
}

}  // namespace meshes
