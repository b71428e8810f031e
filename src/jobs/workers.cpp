#include "jobs/workers.h"

#include <vector>
#include <version>

namespace jobs {
namespace {

class BetweenFrames : public Workers {
 public:
  using Workers::Workers;

  void start(size_t, Next next) override {
    stop();
    next_ = std::move(next);
    failure_ = nullptr;
  }

  void stop() override {
    pieces_.clear();
    next_ = nullptr;
  }

  std::exception_ptr failure() override { return failure_; }

  void work(double seconds) override {
    const auto begin = std::chrono::steady_clock::now();
    const std::chrono::duration<double> most(seconds);
    waiting_ = 0;
    try {
      while (std::chrono::steady_clock::now() - begin < most && slice()) {
      }
    } catch (...) {
      failure_ = std::current_exception();
      stop();
    }
    add_time(std::chrono::steady_clock::now() - begin);
  }

 private:
  /// Runs a slice of one piece or, if all that have begun wait, of a new one. Returns false if
  /// nothing can be done now.
  bool slice() {
    if (waiting_ >= pieces_.size() && !begin_next()) return false;
    at_ %= pieces_.size();
    if (!pieces_[at_].advance()) {
      pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(at_));
    } else if (pieces_[at_].waits()) {
      ++at_;
      ++waiting_;
    }
    return true;
  }

  bool begin_next() {
    if (!next_ || pieces_.size() >= ahead * static_cast<size_t>(count())) return false;
    std::optional<Slices> piece = next_();
    if (!piece) {
      next_ = nullptr;
      return false;
    }
    at_ = pieces_.size();
    pieces_.push_back(std::move(*piece));
    return true;
  }

  static constexpr size_t ahead = 32;  // pieces that may wait for each worker elsewhere
  Next next_;
  std::vector<Slices> pieces_;  // declared last, so that they are destroyed first
  size_t at_ = 0;               // the piece whose turn it is
  size_t waiting_ = 0;          // pieces that have waited in this turn
  std::exception_ptr failure_;
};

}  // namespace

#ifndef __cpp_lib_jthread  // else in thread_pool.cpp
int core_count() { return 1; }
int spare_core_count() { return 1; }
std::unique_ptr<Workers> threads(int, Priority) { return between_frames(); }
#endif

std::unique_ptr<Workers> between_frames(int count) {
  return std::make_unique<BetweenFrames>(count);
}

}  // namespace jobs
