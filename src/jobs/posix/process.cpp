#include "jobs/process.h"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <thread>

#include "jobs/workers.h"

extern char** environ;

namespace jobs {

Process::Process(const std::vector<std::string>& words, int input, int output) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  const auto connect = [&](int from, int to, int mode) {
    if (from >= 0)
      posix_spawn_file_actions_adddup2(&files, from, to);
    else
      posix_spawn_file_actions_addopen(&files, to, "/dev/null", mode, 0);
  };
  connect(input, STDIN_FILENO, O_RDONLY);
  connect(output, STDOUT_FILENO, O_WRONLY);
  connect(-1, STDERR_FILENO, O_WRONLY);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  const int error =
      posix_spawnp(&process_, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw std::system_error(error, std::generic_category(), words[0]);
}

Process::~Process() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  wait();
}

int Process::wait() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0)
    if (errno != EINTR) {
      status = -1;
      break;
    }
  process_ = -1;
  return status;
}

Pipe open_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  std::signal(SIGPIPE, SIG_IGN);
  return {ends[0], ends[1]};
}

void lower_priority() {
  constexpr int niceness = 10;
  if (getpriority(PRIO_PROCESS, 0) < niceness)
    setpriority(PRIO_PROCESS, 0, niceness);  // on Linux it affects this thread alone
}

int core_count() {
  cpu_set_t allowed;  // may be fewer than exist, in a batch system or under taskset
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace jobs
