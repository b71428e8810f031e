#pragma once
#include <sys/types.h>

#include <cstdint>

namespace fuzz {

/// Watches a process that ought to get on: 20 s of the processor's time for one thing are too long
/// for it, or a minute in which it waits. A busy machine, or one that is stopped for a while, is no
/// fault of the process.
class Watchdog {
 public:
  explicit Watchdog(pid_t process) : process_(process) {}

  /// Waits some milliseconds. Whether it has done the same thing for too long.
  bool wait(int64_t progress);

 private:
  double processor_time() const;  ///< s, of its main thread

  pid_t process_;
  int64_t progress_ = -1, waits_ = 0;
  double since_ = 0;
};

}  // namespace fuzz
