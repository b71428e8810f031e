#include "app/glfw/encoder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

namespace app {

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  std::error_code error;
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const auto file = std::filesystem::path(folder) / program;
        std::filesystem::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0)
      return true;
  return false;
}

/// Starts the program from a shell that ends at once, so that nothing has to wait for the program.
void start_apart(const std::vector<std::string>& words) {
  std::vector<std::string> line{"/bin/sh", "-c", "\"$@\" &", "sh"};
  line.insert(line.end(), words.begin(), words.end());
  jobs::Process(line).wait();
}

Encoder::Encoder(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), words[0]);
  std::signal(SIGPIPE, SIG_IGN);  // if the encoder ends, write fails instead of ending this program
  pipe_ = ends[1];
  try {
    process_.emplace(words, ends[0]);
  } catch (...) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[0]);
}

bool Encoder::write(std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(pipe_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return true;
}

bool Encoder::end() {
  if (pipe_ >= 0) close(std::exchange(pipe_, -1));
  if (process_) well_ = process_->wait() == 0;
  process_.reset();
  return well_;
}

}  // namespace app
