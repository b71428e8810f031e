#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "base/error.h"
#include "files/program.h"
#include "meshes/mesh_process.h"

namespace meshes {

MeshProgram::MeshProgram() {
  int ends[2] = {-1, -1};
  // It is built and installed in the folder of every program that needs it.
  const std::string reader = files::program().parent_path() / "ikscope-meshes";
  const auto unable = [&](int error) {
    return base::Error(
        "the mesh cannot be read, {} cannot be started ({}); expected it beside the program",
        reader, std::strerror(error));
  };
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw unable(errno);
  requests_ = answers_ = ends[0];
  int error = 0;
  try {
    process_.emplace(std::vector{reader}, ends[1], ends[1]);
  } catch (const std::system_error& failure) {
    error = failure.code().value();
  }
  close(ends[1]);
  if (error == 0) return;
  close(requests_);
  throw unable(error);
}

MeshProgram::~MeshProgram() { close(requests_); }

bool MeshProgram::ask(const std::string& file) {
  const char* at = file.c_str();
  for (size_t left = file.size() + 1; left > 0;) {
    const ssize_t count = send(requests_, at, left, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    left -= static_cast<size_t>(count);
  }
  return true;
}

std::optional<size_t> MeshProgram::receive(std::span<std::byte> to,
                                           std::chrono::milliseconds patience) {
  pollfd end{answers_, POLLIN, 0};
  if (poll(&end, 1, static_cast<int>(patience.count())) <= 0) return 0;
  const ssize_t count = ::read(answers_, to.data(), to.size());
  if (count < 0 && errno == EINTR) return 0;
  if (count <= 0) return {};
  return static_cast<size_t>(count);
}

bool MeshProgram::end() {
  shutdown(requests_, SHUT_WR);
  const int status = process_->wait();
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
}

}  // namespace meshes
