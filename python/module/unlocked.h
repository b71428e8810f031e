#pragma once
#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace python {

/// Gives the interpreter's lock to other threads. An interpreter that has begun to end ends each
/// thread that takes the lock, amid C++, which then aborts. So work in daemon threads is stopped
/// before, and its threads wait for the end of the process.
class Unlocked {
 public:
  Unlocked() {
    if (must_stop()) {
      PyEval_SaveThread();
      wait_for_exit();
    }
    ++working_;
    state_ = PyEval_SaveThread();
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() {
    if (must_stop()) {
      --working_;
      wait_for_exit();
    }
    PyEval_RestoreThread(state_);
    --working_;
  }

  static bool must_stop() { return ends_ && std::this_thread::get_id() != last_thread_; }
  /// Stops the work of all other threads, and waits for it, at most five seconds.
  static void stop_others() {
    last_thread_ = std::this_thread::get_id();
    ends_ = true;
    const pybind11::gil_scoped_release unlocked;
    for (int ms = 0; working_ > 0 && ms < 5000; ++ms)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  [[noreturn]] static void wait_for_exit() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }

  static inline std::thread::id last_thread_;
  static inline std::atomic<bool> ends_ = false;
  static inline std::atomic<int> working_ = 0;
  PyThreadState* state_ = nullptr;
};

}  // namespace python
