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

/// Does one job at a time beside the caller, who polls: in threads or, without threads, in slices
/// between two frames.
class Workers {
 public:
  /// Returns the next piece of the job; nothing if none is left. Called by several threads.
  using Next = std::function<std::optional<Slices>()>;

  explicit Workers(int count) : count_(std::max(1, count)) {}
  virtual ~Workers() = default;

  int count() const { return count_; }  ///< pieces that can be in progress at a time
  /// Stops the current job and begins this one, with at most `pieces` pieces and no more workers
  /// than that. Throws std::system_error if it cannot be started.
  virtual void start(size_t pieces, Next next) = 0;
  /// Stops the job within a slice. Afterwards no worker uses its data.
  virtual void stop() = 0;
  /// Waits until all pieces are done; without threads, returns at once.
  virtual void finish() {}
  /// Returns the exception of a piece that ended the job, or null. start() clears it.
  virtual std::exception_ptr failure() = 0;
  /// Works for this time if there are no threads; call it between two frames.
  virtual void work(double /*seconds*/) {}

  double worked() const { return 1e-9 * static_cast<double>(worked_); }  ///< s spent on pieces

 protected:
  void add_time(std::chrono::nanoseconds time) { worked_ += time.count(); }

 private:
  const int count_;
  std::atomic<int64_t> worked_ = 0;  // ns
};

enum class Priority { Normal, Background };

int core_count();        ///< cores that this process may use
int spare_core_count();  ///< all but one for the window; at least 1
void lower_priority();   ///< lets this thread give way to others

/// Returns workers on `count` threads, which start when needed; Background: at low priority.
std::unique_ptr<Workers> threads(int count = spare_core_count(),
                                 Priority priority = Priority::Background);

/// Returns workers without threads, which only work during work(): one piece at a time, and others
/// while it waits. `count` is the number of workers elsewhere that pieces wait for.
std::unique_ptr<Workers> between_frames(int count = 1);

}  // namespace jobs
