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

  /// Waits for the program's end, and returns its status as waitpid() defines it.
  int wait();

 private:
  pid_t process_ = -1;  // -1: it has ended
};

}  // namespace jobs
