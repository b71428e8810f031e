#pragma once
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "jobs/workers.h"

namespace jobs {

/// Runs jobs in threads.
class ThreadPool : public Workers {
 public:
  /// `niceness` of the threads is 0 to 19; above 0 they run at lower priority.
  ThreadPool(int count, int niceness) : count_(count), niceness_(niceness) {}
  ~ThreadPool() override;  ///< stops
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int count() const override { return count_; }
  /// Creates missing threads, as many as the system allows.
  void start(size_t pieces, Next next) override;
  void stop() override;
  void finish() override;
  std::exception_ptr failure() override;
  void work(double) override {}

 private:
  void run();

  const int count_, niceness_;
  std::atomic<bool> stopped_ = true;
  std::mutex mutex_;  // guards what follows, never held during a piece
  std::condition_variable begun_, left_;
  Next next_;
  int places_ = 0;  // threads that may still join the job
  int active_ = 0;  // threads that work on it
  bool ended_ = false;
  std::exception_ptr failure_;
  std::vector<std::jthread> threads_;  // last, so that they are joined before the rest is destroyed
};

/// Lets this thread give way to others, if `niceness` is above 0.
void lower_priority(int niceness);

}  // namespace jobs
