#pragma once
#include <memory>

#include "jobs/workers.h"
#include "sweep/cell_runner.h"
#include "sweep/grid.h"

namespace sweep {

/// The cells i of a grid with i % of == index, so that several machines share it.
struct Part {
  int index = 0, of = 1;
  bool operator==(const Part&) const = default;
};

/// Computes a grid in the background, from coarse to fine. The result does not depend on the
/// workers. Used by one thread, which polls and never waits.
class Sampler {
 public:
  explicit Sampler(std::unique_ptr<jobs::Workers> workers = jobs::threads(),
                   CellsOf cells_of = computed_here);
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

  /// Lets workers without threads work; call it between two frames.
  void work() { workers_->work(0.006); }
  /// Takes over the cells that are new; whether there were any. Throws what a cell threw.
  bool poll();
  const std::vector<int>& fresh() const { return fresh_; }  ///< numbers of these cells
  const Result& result() const { return result_; }          ///< as of the last poll()
  int done() const { return done_; }                        ///< cells, as of the last poll()
  int total() const;                                        ///< cells of the part
  double progress() const { return total() > 0 ? static_cast<double>(done()) / total() : 1; }
  double worked() const { return workers_->worked(); }  ///< s, of all threads together
  bool busy() const;                                    ///< not stopped, and some are missing

 private:
  void begin(Result begun, Part part);
  void leave();

  struct Work;
  CellsOf cells_of_;
  std::unique_ptr<Work> work_;
  Result result_;
  Part part_;
  size_t seen_ = 0;  // of the work's order: these have been taken over
  int done_ = 0;
  std::vector<int> fresh_;
  std::unique_ptr<jobs::Workers> workers_;  // last: end before what they work on
};

}  // namespace sweep
