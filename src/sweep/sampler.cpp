#include "sweep/sampler.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>

#include "ik/batch/lanes.h"

namespace sweep {

struct Sampler::Work {
  Work(const Result& begun, Shard shard, int threads, const CellComputerFactory& make_computer)
      : computer(make_computer(begun.grid)), cells(begun.cells.size()), ready(cells.size()) {
    for (const int cell : coarse_to_fine(begun.grid))
      if (cell % shard.count == shard.index && !begun.cells[cell].is_computed)
        queue.push_back(cell);
    const size_t share = queue.size() / static_cast<size_t>(threads);
    // Searches differ in length: a lane that is done takes the next cell.
    const size_t most = (begun.grid.solves ? 8 : 1) * size_t{ik::LaneSolver::width};
    at_once = std::clamp(share, size_t{1}, most);
  }

  /// Returns the work on the next few cells, or nothing if none is left. Thread-safe.
  std::optional<jobs::Slices> next_cells() {
    const size_t from = next.fetch_add(at_once);
    if (from >= queue.size()) return {};
    return compute(std::span(queue).subspan(from, std::min(at_once, queue.size() - from)));
  }

  jobs::Slices compute(std::span<const int> numbers) {
    std::vector<Cell> found(numbers.size());
    jobs::Slices run = computer->run(numbers, found);
    while (run.advance()) co_await run.paused();
    for (size_t i = 0; i < numbers.size(); ++i) {
      cells[numbers[i]] = found[i];
      ready[numbers[i]].store(true, std::memory_order_release);
    }
  }

  const std::unique_ptr<const CellComputer> computer;
  std::vector<int> queue;
  size_t at_once;           // cells that a thread takes
  std::vector<Cell> cells;  // each written by one thread, before its flag
  std::vector<std::atomic<bool>> ready;
  std::atomic<size_t> next = 0;
};

Sampler::Sampler(std::unique_ptr<jobs::Workers> workers, CellComputerFactory make_computer)
    : make_computer_(std::move(make_computer)), workers_(std::move(workers)) {}

Sampler::~Sampler() = default;

void Sampler::leave() {
  workers_->stop();
  work_.reset();
}

void Sampler::stop() {
  workers_->stop();
  poll();
  leave();
}

void Sampler::begin(Result& result, Shard shard) {
  const int all = result.grid.cells();
  result.cells.resize(static_cast<size_t>(all));
  auto work = std::make_unique<Work>(result, shard, workers_->count(), make_computer_);
  leave();
  work_ = std::move(work);
  result_ = &result;
  seen_ = 0;
  total_ = all / shard.count + (all % shard.count > shard.index ? 1 : 0);
  done_ = total_ - static_cast<int>(work_->queue.size());
  workers_->start(work_->queue.size(), [work = work_.get()] { return work->next_cells(); });
}

bool Sampler::poll() {
  if (!work_) return false;
  if (const std::exception_ptr failure = workers_->failure()) {
    leave();
    std::rethrow_exception(failure);
  }
  const size_t begun = std::min(work_->next.load(), work_->queue.size());
  const int before = done_;
  bool all = true;  // up to here
  for (size_t i = seen_; i < begun; ++i) {
    const int number = work_->queue[i];
    Cell& cell = result_->cells[number];
    if (!cell.is_computed && work_->ready[number].load(std::memory_order_acquire)) {
      cell = work_->cells[number];
      ++done_;
    }
    all &= cell.is_computed;
    if (all) seen_ = i + 1;
  }
  return done_ > before;
}

}  // namespace sweep
