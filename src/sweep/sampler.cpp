#include "sweep/sampler.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <optional>

#include "ik/batch/lanes.h"

namespace sweep {

struct Sampler::Work {
  Work(const Result& begun, Part part, int threads, const CellsOf& cells_of)
      : bench(cells_of(begun.grid)), cells(begun.cells.size()), ready(cells.size()) {
    for (const int cell : order(begun.grid))
      if (cell % part.of == part.index && !begun.cells[cell].there) queue.push_back(cell);
    const size_t share = queue.size() / static_cast<size_t>(threads);
    at_once = std::clamp(share, size_t{1}, size_t{ik::LaneSolver::width});
  }

  /// The next few cells. For many threads at a time.
  std::optional<jobs::Slices> next_cells() {
    const size_t from = next.fetch_add(at_once);
    if (from >= queue.size()) return {};
    return compute(std::span(queue).subspan(from, std::min(at_once, queue.size() - from)));
  }

  jobs::Slices compute(std::span<const int> numbers) {
    std::array<Cell, ik::LaneSolver::width> found;
    jobs::Slices run = bench->run(numbers, std::span(found).first(numbers.size()));
    while (run.advance()) co_await run.paused();
    for (size_t i = 0; i < numbers.size(); ++i) {
      const auto number = static_cast<size_t>(numbers[i]);
      cells[number] = found[i];
      ready[number].store(true, std::memory_order_release);
    }
  }

  const std::unique_ptr<const Cells> bench;
  std::vector<int> queue;
  size_t at_once;           // cells that a thread takes
  std::vector<Cell> cells;  // each written by one thread, before its flag
  std::vector<std::atomic<bool>> ready;
  std::atomic<size_t> next = 0;
};

Sampler::Sampler(std::unique_ptr<jobs::Workers> workers, CellsOf cells_of)
    : cells_of_(std::move(cells_of)), workers_(std::move(workers)) {}

Sampler::~Sampler() = default;

/// Stops the workers and drops the current work.
void Sampler::leave() {
  workers_->stop();
  work_.reset();
}

void Sampler::stop() {
  workers_->stop();
  poll();
  leave();
}

void Sampler::sample(const Grid& grid, Part part) {
  const bool same = result_.grid.scene && result_.grid == grid && part_ == part;
  if (same && (work_ || done_ == total())) return;
  begin({.grid = grid, .cells = std::vector<Cell>(static_cast<size_t>(grid.cells()))}, part);
}

void Sampler::go_on(Result begun) {
  if (busy() && result_.grid == begun.grid && part_ == Part()) return;
  begun.cells.resize(static_cast<size_t>(begun.grid.cells()));
  begin(std::move(begun), {});
}

void Sampler::begin(Result begun, Part part) {
  auto work = std::make_unique<Work>(begun, part, workers_->count(), cells_of_);
  leave();
  work_ = std::move(work);
  result_ = std::move(begun);
  part_ = part;
  seen_ = 0;
  done_ = total() - static_cast<int>(work_->queue.size());
  workers_->start(work_->queue.size(), [work = work_.get()] { return work->next_cells(); });
}

bool Sampler::poll() {
  fresh_.clear();
  if (!work_) return false;
  if (const std::exception_ptr failure = workers_->failure()) {
    leave();
    std::rethrow_exception(failure);
  }
  const size_t begun = std::min(work_->next.load(), work_->queue.size());
  bool all = true;  // up to here
  for (size_t i = seen_; i < begun; ++i) {
    const auto number = static_cast<size_t>(work_->queue[i]);
    Cell& cell = result_.cells[number];
    if (!cell.there && work_->ready[number].load(std::memory_order_acquire)) {
      cell = work_->cells[number];
      fresh_.push_back(work_->queue[i]);
      ++done_;
    }
    all &= cell.there;
    if (all) seen_ = i + 1;
  }
  return !fresh_.empty();
}

int Sampler::total() const {
  const int cells = static_cast<int>(result_.cells.size());
  return cells / part_.of + (cells % part_.of > part_.index ? 1 : 0);
}
bool Sampler::busy() const { return work_ && done_ < total(); }

}  // namespace sweep
