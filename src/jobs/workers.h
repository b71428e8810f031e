#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

#include "jobs/slices.h"

namespace jobs {

/// Does one job at a time beside the caller, who polls and never waits: in threads or, without
/// threads, in slices between two frames.
class Workers {
 public:
  /// Returns the next piece of the job; nothing if none is left. Called by several threads.
  using Next = std::function<std::optional<Slices>()>;

  explicit Workers(int count) : count_(std::max(1, count)) {}
  virtual ~Workers() = default;

  int count() const { return count_; }  ///< pieces in progress at a time
  /// Stops the present job and begins this one, of at most so many pieces; further workers stay
  /// idle. Throws std::system_error if it cannot be started.
  virtual void start(size_t pieces, Next next) = 0;
  /// Stops the job within a slice. Afterwards no worker uses its data.
  virtual void stop() = 0;
  /// Waits until all pieces are done, if there are threads.
  virtual void finish() {}
  /// Returns the exception of a piece, which ended the job, else null. start() clears it.
  virtual std::exception_ptr failure() = 0;
  /// Lets workers without threads work for this time; call it between two frames.
  virtual void work(double /*seconds*/) {}

  double worked() const { return 1e-9 * static_cast<double>(worked_); }  ///< s spent on pieces

 protected:
  void add_time(std::chrono::nanoseconds time) { worked_ += time.count(); }

 private:
  const int count_;
  std::atomic<int64_t> worked_ = 0;  // ns
};

enum class Priority { Normal, Background };

int all_cores();        ///< cores that this process may use
int spare_cores();      ///< all but one, which draws the window; at least one
void lower_priority();  ///< lets this thread give way to others

/// Returns workers on so many threads, which start when needed; in the background at low priority.
std::unique_ptr<Workers> threads(int count = spare_cores(),
                                 Priority priority = Priority::Background);

/// Returns workers without threads, which only work during work(): one piece at a time, and others
/// while it waits. `count` is the number of workers elsewhere that pieces wait for.
std::unique_ptr<Workers> between_frames(int count = 1);

}  // namespace jobs
