#include "sweep/background.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace sweep {

jobs::Slices Background::compute(const Grid& grid, Result& result) {
  struct Sampling {
    Background& all;
    ~Sampling() {
      all.samples_ = false;
      try {
        all.sampler_.stop();
      } catch (...) {  // of a cell: nobody waits for it any more
      }
    }
  } sampling{*this};
  samples_ = true;
  result = {.grid = grid};
  sampler_.begin(result);
  while (sampler_.is_busy())
    if (!sampler_.poll()) co_await jobs::wait;
}

jobs::Slices Background::compute(size_t pieces, jobs::Workers::Next next) {
  struct Working {
    Background& all;
    ~Working() {
      all.workers_->stop();
      all.pieces_ = all.done_ = 0;
    }
  } working{*this};
  done_ = 0;
  pieces_ = pieces;
  workers_->start(pieces, [this, &next]() -> std::optional<jobs::Slices> {
    std::optional<jobs::Slices> piece = next();
    if (!piece) return {};
    return count_when_done(std::move(*piece));
  });
  while (done_ < pieces) {
    if (const std::exception_ptr failure = workers_->failure()) std::rethrow_exception(failure);
    co_await jobs::wait;
  }
}

jobs::Slices Background::compute(jobs::Slices work) {
  std::atomic<bool> begun = false;
  jobs::Slices all = compute(1, [&]() -> std::optional<jobs::Slices> {
    if (begun.exchange(true)) return {};
    return std::move(work);
  });
  while (all.advance()) co_await all.paused();
}

jobs::Slices Background::count_when_done(jobs::Slices piece) {
  while (piece.advance()) co_await piece.paused();
  ++done_;
}

void Background::work() {
  constexpr double seconds = 0.006;
  samples_ ? sampler_.work() : workers_->work(seconds);
}

double Background::progress() const {
  if (samples_) return sampler_.progress();
  return static_cast<double>(done_) / static_cast<double>(std::max<size_t>(pieces_, 1));
}

}  // namespace sweep
