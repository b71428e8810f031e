#pragma once
#include <atomic>
#include <memory>

#include "jobs/workers.h"
#include "sweep/sampler.h"

namespace sweep {

/// Computes grids and other work in the background, one thing at a time, for coroutines that wait
/// for it. When such a coroutine is dropped, its work stops.
class Background {
 public:
  /// for_cells: workers of grids, whose cells may be computed elsewhere; for_others: of other work.
  Background(std::unique_ptr<jobs::Workers> for_cells, CellComputerFactory make_computer,
             std::unique_ptr<jobs::Workers> for_others)
      : sampler_(std::move(for_cells), std::move(make_computer)), workers_(std::move(for_others)) {}

  /// Computes all cells. Throws what a cell threw.
  jobs::Slices compute(const Grid& grid, Result& result);
  /// Does so many pieces of work; `next` is called by several threads. Throws what a piece threw.
  jobs::Slices compute(size_t pieces, jobs::Workers::Next next);
  jobs::Slices compute(jobs::Slices work);

  /// Lets workers without threads work; call it between two frames.
  void work();
  double progress() const;  ///< of the present grid or work, 0 to 1

 private:
  jobs::Slices count_when_done(jobs::Slices piece);

  Sampler sampler_;
  bool samples_ = false;
  size_t pieces_ = 0;
  std::atomic<size_t> done_ = 0;
  std::unique_ptr<jobs::Workers> workers_;  // last: end before what they work on
};

}  // namespace sweep
