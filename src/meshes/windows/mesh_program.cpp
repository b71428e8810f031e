#include <io.h>
#include <windows.h>

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"
#include "files/program.h"
#include "meshes/mesh_process.h"

namespace meshes {

MeshProgram::MeshProgram() {
  const std::string reader = (files::program().parent_path() / "ikscope-meshes.exe").string();
  const jobs::Pipe asked = jobs::open_pipe(), answered = jobs::open_pipe();
  requests_ = asked.write;
  answers_ = answered.read;
  std::string reason;
  try {
    process_.emplace(std::vector{reader}, asked.read, answered.write);
  } catch (const std::system_error& failure) {
    reason = failure.code().message();
  }
  _close(asked.read);
  _close(answered.write);
  if (process_) return;
  _close(requests_);
  _close(answers_);
  throw base::Error(
      "the mesh cannot be read, {} cannot be started ({}); expected it beside the program", reader,
      reason);
}

MeshProgram::~MeshProgram() {
  if (requests_ >= 0) _close(requests_);
  _close(answers_);
}

bool MeshProgram::ask(const std::string& file) {
  const auto size = static_cast<unsigned>(file.size() + 1);
  return _write(requests_, file.c_str(), size) == static_cast<int>(size);
}

std::optional<size_t> MeshProgram::receive(std::span<std::byte> to,
                                           std::chrono::milliseconds patience) {
  // A wait for a pipe cannot end after a time, so the pipe is looked at again and again.
  const auto until = std::chrono::steady_clock::now() + patience;
  DWORD there = 0;
  for (;;) {
    const auto pipe = reinterpret_cast<HANDLE>(_get_osfhandle(answers_));
    if (!PeekNamedPipe(pipe, nullptr, 0, nullptr, &there, nullptr)) return {};
    if (there > 0) break;
    if (std::chrono::steady_clock::now() >= until) return 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const int count =
      _read(answers_, to.data(), static_cast<unsigned>(std::min(to.size(), size_t{there})));
  if (count <= 0) return {};
  return static_cast<size_t>(count);
}

bool MeshProgram::end() {
  _close(std::exchange(requests_, -1));
  return static_cast<DWORD>(process_->wait()) == ERROR_NOT_ENOUGH_QUOTA;  // that of the job
}

}  // namespace meshes
