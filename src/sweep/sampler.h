#pragma once
#include <memory>

#include "jobs/workers.h"
#include "sweep/cell_runner.h"
#include "sweep/grid.h"

namespace sweep {

/// The cells i of a grid with i % of == index, so that several machines share it.
struct Part {
  int index = 0, of = 1;
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

  /// Starts to compute the cells that a result lacks, or a part of them, and fills it: it must live
  /// until all are there or begin() is called again. Throws base::Error if the grid cannot be run.
  void begin(Result& result, Part part = {});
  /// Returns within a step of the slowest cell and keeps what is done: begin() goes on from there.
  void stop();

  /// Lets workers without threads work; call it between two frames.
  void work() { workers_->work(0.006); }
  /// Takes over the cells that are new; whether there were any. Throws what a cell threw.
  bool poll();
  int done() const { return done_; }    ///< cells, as of the last poll()
  int total() const { return total_; }  ///< cells of the part
  double progress() const { return total_ > 0 ? static_cast<double>(done_) / total_ : 1; }
  double worked() const { return workers_->worked(); }   ///< s, of all threads together
  bool busy() const { return work_ && done_ < total_; }  ///< not stopped, and some are missing

 private:
  void leave();

  struct Work;
  CellsOf cells_of_;
  std::unique_ptr<Work> work_;
  Result* result_ = nullptr;
  size_t seen_ = 0;  // of the work's order: these have been taken over
  int total_ = 0, done_ = 0;
  std::unique_ptr<jobs::Workers> workers_;  // last: end before what they work on
};

}  // namespace sweep
