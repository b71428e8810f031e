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

/// Computes a grid in the background, from coarse to fine, on threads of its own. What comes out
/// does not depend on how many. Used by one thread, which asks now and then what there is and waits
/// for nobody.
class Sampler {
 public:
  /// Background: the threads give way to whatever else the machine has to do.
  explicit Sampler(int threads = spare_cores(), Priority priority = Priority::Background);
  ~Sampler();  ///< stops
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  /// Begins with a grid, unless it is the one at work or done. Throws base::Error if it cannot be
  /// run.
  void sample(const Grid& grid, Part part = {});
  /// The same with cells that are there already: these stay as they are.
  void go_on(Result begun);
  /// Returns within a step of the slowest cell; what is there stays. sample() begins anew,
  /// go_on(result()) does not.
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
  int64_t worked_ = 0;  // ns, on what is no longer at work
  size_t seen_ = 0;     // of the work's order: these have been taken over
  int done_ = 0;
  ThreadPool pool_;  // last: ends before what it works on
};

}  // namespace sweep
