#include "jobs/workers.h"

#include <sched.h>

#include <algorithm>
#include <thread>

#include "jobs/thread_pool.h"

namespace jobs {
namespace {

class BetweenFrames : public Workers {
 public:
  int count() const override { return 1; }

  void start(size_t, Next next) override {
    stop();
    next_ = std::move(next);
    failure_ = nullptr;
  }

  void stop() override {
    piece_.reset();
    next_ = nullptr;
  }

  std::exception_ptr failure() override { return failure_; }

  void work(double seconds) override {
    const auto begin = std::chrono::steady_clock::now();
    const std::chrono::duration<double> most(seconds);
    try {
      while (next_ && std::chrono::steady_clock::now() - begin < most) slice();
    } catch (...) {
      failure_ = std::current_exception();
      stop();
    }
    add_time(std::chrono::steady_clock::now() - begin);
  }

 private:
  void slice() {
    if (!piece_) piece_ = next_();
    if (!piece_)
      next_ = nullptr;
    else if (!piece_->advance())
      piece_.reset();
  }

  Next next_;
  std::optional<Slices> piece_;  // after what it works on is known, so that it goes first
  std::exception_ptr failure_;
};

}  // namespace

int all_cores() {
  cpu_set_t allowed;  // fewer than there are, in a batch system or under taskset
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int spare_cores() { return std::max(1, all_cores() - 1); }

std::unique_ptr<Workers> threads(int count, Priority priority) {
  constexpr int background = 10;
  return std::make_unique<ThreadPool>(std::max(1, count),
                                      priority == Priority::Background ? background : 0);
}

std::unique_ptr<Workers> between_frames() { return std::make_unique<BetweenFrames>(); }

}  // namespace jobs
