#pragma once
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sweep {

/// Threads that work on one job at a time, controlled by one thread that does not work itself.
class ThreadPool {
 public:
  /// Does one more piece of work; false if none was left. Called by several threads concurrently. A
  /// long piece returns soon after `stopped` becomes true.
  using Job = std::function<bool(const std::atomic<bool>& stopped)>;

  /// niceness: of the threads, 0 to 19; above 0 they run at lower priority.
  explicit ThreadPool(int niceness) : niceness_(niceness) {}
  ~ThreadPool();  ///< stops
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Stops the present job and begins this one, on so many threads: those that are missing are
  /// made, on as many as the system gives. Throws std::system_error if it gives none.
  void start(int threads, Job job);
  /// Afterwards no thread works on the job, and its data can be destroyed.
  void stop();
  /// What a piece threw, else null. The other threads leave the job then; start() forgets it.
  std::exception_ptr failure();

 private:
  void work();

  const int niceness_;
  std::atomic<bool> stopped_ = true;
  std::mutex mutex_;  // guards what follows, never held during a piece
  std::condition_variable begun_, left_;
  Job job_;
  int places_ = 0;  // threads that may still join the job
  int active_ = 0;  // threads that work on it
  bool ended_ = false;
  std::exception_ptr failure_;
  std::vector<std::jthread> threads_;  // last: joined before the rest goes
};

}  // namespace sweep
