#include "jobs/thread_pool.h"

#include <algorithm>
#include <system_error>

namespace jobs {

ThreadPool::~ThreadPool() {
  stop();
  const std::lock_guard lock(mutex_);
  ended_ = true;
  begun_.notify_all();
}

void ThreadPool::start(size_t pieces, Next next) {
  stop();
  const size_t wanted = std::min(static_cast<size_t>(count_), pieces);
  while (threads_.size() < wanted) try {
      threads_.emplace_back([this] { run(); });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      break;
    }
  const std::lock_guard lock(mutex_);
  next_ = std::move(next);
  failure_ = nullptr;
  places_ = static_cast<int>(std::min(wanted, threads_.size()));
  stopped_ = false;
  begun_.notify_all();
}

void ThreadPool::stop() {
  std::unique_lock lock(mutex_);
  stopped_ = true;
  places_ = 0;
  left_.wait(lock, [this] { return active_ == 0; });
  next_ = nullptr;
}

void ThreadPool::finish() {
  std::unique_lock lock(mutex_);
  left_.wait(lock, [this] { return places_ == 0 && active_ == 0; });
}

std::exception_ptr ThreadPool::failure() {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void ThreadPool::run() {
  lower_priority(niceness_);
  std::unique_lock lock(mutex_);
  for (;;) {
    begun_.wait(lock, [this] { return places_ > 0 || ended_; });
    if (ended_) return;
    --places_;
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

int spare_cores() { return std::max(1, all_cores() - 1); }

std::unique_ptr<Workers> threads(int count, Priority priority) {
  constexpr int background = 10;
  return std::make_unique<ThreadPool>(std::max(1, count),
                                      priority == Priority::Background ? background : 0);
}

}  // namespace jobs
