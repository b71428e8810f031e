#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace jobs {

/// Another program, in a process group of its own: it gets no signals that a terminal sends to this
/// one.
class Process {
 public:
  /// words: the program and its arguments. input, output: file descriptors that become its standard
  /// input and output; -1, and for its messages: /dev/null. Throws std::system_error.
  explicit Process(const std::vector<std::string>& words, int input = -1, int output = -1);
  ~Process();  ///< kills it if wait() was not called
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Returns when the program has ended: its status, as waitpid() has it.
  int wait();

 private:
  pid_t process_ = -1;  // -1: it has ended
};

}  // namespace jobs
