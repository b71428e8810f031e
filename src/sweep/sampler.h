#pragma once
#include <memory>

#include "sweep/grid.h"
#include "sweep/thread_pool.h"

namespace sweep {

/// The cells i of a grid with i % of == index, so that several machines share it.
struct Part {
  int index = 0, of = 1;
  bool operator==(const Part&) const = default;
};

enum class Priority { Normal, Background };

int all_cores();    ///< that this process may use
int spare_cores();  ///< all but one, which draws the window; one at least

/// Computes a grid in the background, from coarse to fine, on its own threads. The result does not
/// depend on their number. Used by one thread, which polls and never waits.
class Sampler {
 public:
  /// Background: the threads run at low priority.
  explicit Sampler(int threads = spare_cores(), Priority priority = Priority::Background);
  ~Sampler();  ///< stops
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  /// Starts a grid, unless it is the current one. Throws base::Error if it cannot be run.
  void sample(const Grid& grid, Part part = {});
  /// The same with cells that are there already: these stay as they are.
  void go_on(Result begun);
  /// Returns within a step of the slowest cell and keeps the results. sample() starts afresh,
  /// go_on(result()) continues.
  void stop();

  /// Takes over the cells that are new; whether there were any. Throws what a cell threw.
  bool poll();
  const Result& result() const;  ///< as of the last poll()
  int done() const;              ///< cells, as of the last poll()
  int total() const;             ///< cells of the part
  double progress() const { return total() > 0 ? static_cast<double>(done()) / total() : 1; }
  double worked() const;  ///< seconds that all threads together have spent on cells so far
  bool busy() const;      ///< not stopped, and some are missing

 private:
  void begin(Result begun, Part part);
  void leave();

  struct Work;
  int count_;  // of threads
  std::unique_ptr<Work> work_;
  Result result_;
  Part part_;
  int64_t worked_ = 0;  // ns, of finished grids
  size_t seen_ = 0;     // of the work's order: these have been taken over
  int done_ = 0;
  ThreadPool pool_;  // last: ends before what it works on
};

}  // namespace sweep
