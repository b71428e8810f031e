#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace jobs {

/// Runs another program in its own process group, so that it gets no signals that a terminal sends
/// to this one.
class Process {
 public:
  /// `words` are the program and its arguments. `input` and `output` are file descriptors for its
  /// standard input and output; -1 stands for /dev/null, to which its messages always go. Throws
  /// std::system_error.
  explicit Process(const std::vector<std::string>& words, int input = -1, int output = -1);
  ~Process();  ///< kills it if wait() was not called
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Waits for the program's end, and returns 0 if it succeeded; else its status as waitpid()
  /// or, on Windows, GetExitCodeProcess() defines it.
  int wait();

 private:
  pid_t process_ = -1;  // -1: it has ended; on Windows, the handle
};

/// The file descriptors of a pipe. Programs do not inherit them, but as their standard input or
/// output. If nobody reads any more, writing fails instead of ending this program.
struct Pipe {
  int read = -1, write = -1;
};
Pipe open_pipe();  ///< throws std::system_error

}  // namespace jobs
