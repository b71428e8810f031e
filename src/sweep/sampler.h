#pragma once
#include <memory>

#include "jobs/workers.h"
#include "sweep/cell_runner.h"
#include "sweep/grid.h"

namespace sweep {

/// The cells i of a grid with i % count == index: one machine's when several share the work.
struct Shard {
  int index = 0, count = 1;
};

/// Computes a grid in the background, from coarse to fine. The result does not depend on the
/// workers. Used by one thread, which polls and never waits.
class Sampler {
 public:
  explicit Sampler(std::unique_ptr<jobs::Workers> workers = jobs::threads(),
                   CellComputerFactory make_computer = make_cell_runner);
  ~Sampler();  ///< stops
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  /// Starts to compute the missing cells of a result, or those in a shard. The result must live
  /// until all are computed, stop() or the next begin(). Throws base::Error if the grid cannot be
  /// run.
  void begin(Result& result, Shard shard = {});
  /// Stops, after at most a step of the slowest cell. begin() continues with the missing cells.
  void stop();

  /// Lets workers without threads work; call it between two frames.
  void work() { workers_->work(0.006); }
  /// Writes newly computed cells to the result. Returns whether there were any. Throws what a cell
  /// threw.
  bool poll();
  int done() const { return done_; }    ///< cells computed as of the last poll()
  int total() const { return total_; }  ///< cells of the shard
  double progress() const { return total_ > 0 ? static_cast<double>(done_) / total_ : 1; }
  double worker_seconds() const { return workers_->worked(); }  ///< summed over all threads
  bool is_busy() const { return work_ && done_ < total_; }  ///< not stopped, and cells are missing

 private:
  void leave();

  struct Work;
  CellComputerFactory make_computer_;
  std::unique_ptr<Work> work_;
  Result* result_ = nullptr;
  size_t seen_ = 0;  // so many cells at the front of the queue are in the result
  int total_ = 0, done_ = 0;
  std::unique_ptr<jobs::Workers> workers_;  // last: end before what they work on
};

}  // namespace sweep
