#include "app/glfw/encoder.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

extern char** environ;

namespace app {
namespace {

/// Started with this as its input, in a process group of its own, silent.
pid_t start(const std::vector<std::string>& words, int input) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  if (input >= 0)
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  else
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  pid_t process = -1;
  const int error =
      posix_spawnp(&process, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw std::system_error(error, std::generic_category(), words[0]);
  return process;
}

bool waited_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

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

/// By a shell that ends at once, so that nobody has to wait for the program.
void start_apart(const std::vector<std::string>& words) {
  std::vector<std::string> line{"/bin/sh", "-c", "\"$@\" &", "sh"};
  line.insert(line.end(), words.begin(), words.end());
  waited_for(start(line, -1));
}

Encoder::Encoder(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), words[0]);
  std::signal(SIGPIPE, SIG_IGN);  // a program that ends is an error of write, not our end
  pipe_ = ends[1];
  try {
    process_ = start(words, ends[0]);
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
  if (process_ > 0) well_ = waited_for(std::exchange(process_, -1));
  return well_;
}

}  // namespace app
