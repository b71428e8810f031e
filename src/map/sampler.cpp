#include "map/sampler.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>

#include "ik/lanes.h"
#include "map/workbench.h"

namespace map {
namespace {

/// Threads that come to work here give way to others from then on: the window's, and those that
/// draw for it.
class Courtesy : public tbb::task_scheduler_observer {
 public:
  explicit Courtesy(tbb::task_arena& arena) : task_scheduler_observer(arena) { observe(true); }
  ~Courtesy() override { observe(false); }
  void on_scheduler_entry(bool is_worker) override {
    constexpr int nice = 10;
    if (is_worker) setpriority(PRIO_PROCESS, 0, nice);  // on Linux of the thread that calls
  }
};

/// What a task sees is what there was when it was handed over: oneTBB sees to it, and this tells
/// the thread sanitizer, which cannot look into the library.
std::atomic<int> handed_over = 0;

}  // namespace

int all_cores() { return tbb::info::default_concurrency(); }
int spare_cores() { return std::max(1, all_cores() - 1); }

struct Sampler::Threads {
  Threads(int count_, Priority priority)
      : count(count_),
        allowed(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(count) + 1),
        arena(count, 0,
              priority == Priority::Background ? tbb::task_arena::priority::low
                                               : tbb::task_arena::priority::normal) {
    arena.initialize();
    if (priority == Priority::Background) courtesy = std::make_unique<Courtesy>(arena);
  }
  int count;
  tbb::global_control allowed;  // the caller counts, though it never works here
  tbb::task_arena arena;
  std::unique_ptr<Courtesy> courtesy;
};

/// A grid being computed. Tasks hold it, and touch nothing else: one that begins when nobody wants
/// it any more leaves at once.
struct Sampler::Work {
  Work(const Result& begun, Part part, int threads)
      : bench(begun.grid), cells(begun.cells.size()), ready(cells.size()) {
    for (const int cell : order(begun.grid))
      if (cell % part.of == part.index && !begun.cells[static_cast<size_t>(cell)].there)
        queue.push_back(cell);
    const size_t share = queue.size() / static_cast<size_t>(threads);
    at_once = std::clamp(share, size_t{1}, size_t{ik::LaneSolver::width});
  }

  /// Cell after cell, until there are none or nobody wants them.
  void work() {
    ++active;
    try {
      while (!stopped) {
        const size_t from = next.fetch_add(at_once);
        if (from >= queue.size()) break;
        const auto begin = std::chrono::steady_clock::now();
        const auto numbers = std::span(queue).subspan(from, std::min(at_once, queue.size() - from));
        std::array<Cell, ik::LaneSolver::width> found;
        bench.cells(numbers, stopped, std::span(found).first(numbers.size()));
        worked += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
        for (size_t i = 0; i < numbers.size(); ++i) {
          const auto number = static_cast<size_t>(numbers[i]);
          cells[number] = found[i];
          if (found[i].there) ready[number].store(true, std::memory_order_release);
        }
      }
    } catch (...) {
      if (!failed.exchange(true)) {
        failure = std::current_exception();
        failure_told.store(true, std::memory_order_release);
      }
      stopped = true;
    }
    if (--active == 0) active.notify_all();
  }
  /// Afterwards nobody works on it.
  void stop() {
    stopped = true;
    for (int busy; (busy = active) != 0;) active.wait(busy);
  }

  const Workbench bench;
  std::vector<int> queue;
  size_t at_once;           // cells that a task takes
  std::vector<Cell> cells;  // each written by one task, before its flag
  std::vector<std::atomic<bool>> ready;
  std::atomic<size_t> next = 0;
  std::atomic<int64_t> worked = 0;  // ns
  std::atomic<bool> stopped = false;
  std::atomic<int> active = 0;
  std::atomic<bool> failed = false, failure_told = false;
  std::exception_ptr failure;
};

Sampler::Sampler(int threads, Priority priority)
    : threads_(std::make_unique<Threads>(std::max(1, threads), priority)) {}

Sampler::~Sampler() {
  if (work_) work_->stop();
}

void Sampler::stop() {
  if (!work_) return;
  work_->stop();
  poll();
  worked_ += work_->worked;
  work_.reset();
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
  auto work = std::make_shared<Work>(begun, part, threads_->count);
  if (work_) {
    work_->stop();
    worked_ += work_->worked;
  }
  work_ = std::move(work);
  result_ = std::move(begun);
  part_ = part;
  seen_ = 0;
  done_ = total() - static_cast<int>(work_->queue.size());
  const size_t tasks = std::min(static_cast<size_t>(threads_->count), work_->queue.size());
  for (size_t i = 0; i < tasks; ++i) {
    handed_over.fetch_add(1, std::memory_order_release);
    threads_->arena.enqueue([shared = work_] {
      handed_over.fetch_sub(1, std::memory_order_acquire);
      shared->work();
    });
  }
}

bool Sampler::poll() {
  if (!work_) return false;
  if (work_->failure_told.load(std::memory_order_acquire)) {
    const std::exception_ptr failure = work_->failure;
    work_->stop();
    worked_ += work_->worked;
    work_.reset();
    std::rethrow_exception(failure);
  }
  const int before = done_;
  const size_t begun = std::min(work_->next.load(), work_->queue.size());
  bool all = true;  // up to here
  for (size_t i = seen_; i < begun; ++i) {
    const auto number = static_cast<size_t>(work_->queue[i]);
    Cell& cell = result_.cells[number];
    if (!cell.there && work_->ready[number].load(std::memory_order_acquire)) {
      cell = work_->cells[number];
      ++done_;
    }
    all &= cell.there;
    if (all) seen_ = i + 1;
  }
  return done_ > before;
}

const Result& Sampler::result() const { return result_; }
int Sampler::done() const { return done_; }
int Sampler::total() const {
  const int cells = static_cast<int>(result_.cells.size());
  return cells / part_.of + (cells % part_.of > part_.index ? 1 : 0);
}
bool Sampler::busy() const { return work_ && done_ < total(); }

double Sampler::worked() const {
  return 1e-9 * static_cast<double>(worked_ + (work_ ? work_->worked.load() : 0));
}

}  // namespace map
