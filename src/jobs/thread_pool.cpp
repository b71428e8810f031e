#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "jobs/workers.h"

namespace jobs {
namespace {

class ThreadPool : public Workers {
 public:
  ThreadPool(int count, Priority priority) : Workers(count), priority_(priority) {}
  ~ThreadPool() override {
    ThreadPool::stop();
    const std::lock_guard lock(mutex_);
    ended_ = true;
    begun_.notify_all();
  }

  /// Creates missing threads, as many as the system allows.
  void start(size_t pieces, Next next) override {
    stop();
    const size_t wanted = std::min(static_cast<size_t>(count()), pieces);
    while (threads_.size() < wanted) try {
        threads_.emplace_back([this] { run(); });
      } catch (const std::system_error&) {
        if (threads_.empty()) throw;
        break;
      }
    const std::lock_guard lock(mutex_);
    next_ = std::move(next);
    failure_ = nullptr;
    openings_ = static_cast<int>(std::min(wanted, threads_.size()));
    stopped_ = false;
    begun_.notify_all();
  }

  void stop() override {
    std::unique_lock lock(mutex_);
    stopped_ = true;
    openings_ = 0;
    left_.wait(lock, [this] { return active_ == 0; });
    next_ = nullptr;
  }

  void finish() override {
    std::unique_lock lock(mutex_);
    left_.wait(lock, [this] { return openings_ == 0 && active_ == 0; });
  }

  std::exception_ptr failure() override {
    const std::lock_guard lock(mutex_);
    return failure_;
  }

 private:
  void run() {
    if (priority_ == Priority::Background) lower_priority();
    std::unique_lock lock(mutex_);
    for (;;) {
      begun_.wait(lock, [this] { return openings_ > 0 || ended_; });
      if (ended_) return;
      --openings_;
      ++active_;
      lock.unlock();
      std::exception_ptr thrown;
      try {
        while (!stopped_) {
          std::optional<Slices> piece = next_();
          if (!piece) break;
          const auto begin = std::chrono::steady_clock::now();
          while (piece->advance() && !stopped_.load(std::memory_order_relaxed)) {
          }
          add_time(std::chrono::steady_clock::now() - begin);
        }
      } catch (...) {
        thrown = std::current_exception();
        stopped_ = true;
      }
      lock.lock();
      if (thrown && !failure_) failure_ = std::move(thrown);
      thrown = nullptr;
      if (--active_ == 0) left_.notify_all();
    }
  }

  const Priority priority_;
  std::atomic<bool> stopped_ = true;
  std::mutex mutex_;  // guards what follows, never held during a piece
  std::condition_variable begun_, left_;
  Next next_;
  int openings_ = 0;  // threads that may still join the job
  int active_ = 0;    // threads that work on it
  bool ended_ = false;
  std::exception_ptr failure_;
  std::vector<std::jthread> threads_;  // last, so that they are joined before the rest is destroyed
};

}  // namespace

int spare_core_count() { return std::max(1, core_count() - 1); }

std::unique_ptr<Workers> threads(int count, Priority priority) {
  return std::make_unique<ThreadPool>(count, priority);
}

}  // namespace jobs
