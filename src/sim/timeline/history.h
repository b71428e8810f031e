#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "ik/methods/method.h"
#include "sim/commands/command.h"
#include "sim/run.h"

namespace sim {

namespace why {
struct Verdict;
}

/// The curves of a run: a ring buffer with one column per step, numbered from 1; a run that joins
/// later has its first column later. It can be read as it was at an earlier step.
class History {
 public:
  // The rows of a column: the channels, the errors of the effectors, the singular values and the
  // method's readings.
  using enum channel::Channel;
  using Channel = channel::Channel;
  /// Returns a channel's value at the run's last step; 0 for sigma_min and events, which only
  /// record() computes.
  static double value(Channel channel, const Run& run);

  /// The first column is that of step `start` + 1; the last `capacity` >= 1 are kept.
  History(int effectors, int rows, int capacity, int64_t start = 0);

  int error(int effector) const { return count + effector; }
  int sigma(int i) const { return count + effectors_ + i; }
  int reading(int i) const { return sigma(rows_) + i; }
  int channels() const { return reading(ik::max_readings); }
  int effectors() const { return effectors_; }

  /// Starts the next column, all zero; its entries are written with set().
  void push();
  void set(int channel, double value);
  /// Adds the next column, with the values of a run's last step.
  void record(Run& run);

  /// Notes that the body was moved, so that the next step does not continue the last one.
  void add_discontinuity() { discontinuity_ = now_; }

  void show_until(int64_t now) { now_ = std::min(now, count_); }  ///< hides later columns
  void drop_future();                               ///< deletes hidden columns, marks and verdicts
  int64_t last_recorded() const { return count_; }  ///< the last step, also if hidden

  // The steps shown: first() <= s < end().
  int64_t first() const { return std::max(start_, count_ - capacity_) + 1; }
  int64_t end() const { return std::max(now_ + 1, first()); }
  int size() const { return static_cast<int>(end() - first()); }
  float at(int channel, int64_t step) const {
    return data_[static_cast<size_t>(channel) * capacity_ + (step - 1) % capacity_];
  }
  /// Returns the values from `step` on up to the end of the ring or of the steps shown. Requires
  /// first() <= step < end().
  std::span<const float> values_from(int channel, int64_t step) const {
    const int64_t slot = (step - 1) % capacity_;
    return {data_.data() + static_cast<size_t>(channel) * capacity_ + slot,
            static_cast<size_t>(std::min(end() - step, capacity_ - slot))};
  }

  // These take the last `steps` columns, or as many as are shown; 0 if there are none.
  double mean(int channel, int steps) const;
  double min(int channel, int steps) const;
  double max(int channel, int steps) const;
  /// Returns a channel's value at the last step shown; 0 if there is none.
  double latest(int channel) const { return size() > 0 ? at(channel, end() - 1) : 0; }

  /// A change of a setting, between its step's column and the next one.
  struct Mark {
    int64_t step;
    Effect effect;
  };
  static constexpr int mark_spacing =
      30;  ///< steps within which changes of one subject share a mark
  void mark(int64_t step, Effect effect);
  std::span<const Mark> marks() const;  ///< up to now

  /// Sets the verdict on the run from a step on; null: none. It replaces those of later steps.
  void set_verdict(int64_t step, std::shared_ptr<const why::Verdict> verdict);
  std::shared_ptr<const why::Verdict> verdict() const;  ///< at the last step shown
  size_t bytes() const { return data_.capacity() * sizeof(float); }

 private:
  double fold(int channel, int steps, double (*of)(double, double)) const;

  int effectors_, rows_, capacity_;
  int64_t start_ = 0, count_ = 0, discontinuity_ = -1, now_ = 0;  // now_: the last step shown
  std::vector<float> data_;
  std::vector<Mark> marks_;
  struct TimedVerdict {
    int64_t step;
    std::shared_ptr<const why::Verdict> verdict;
  };
  std::deque<TimedVerdict> verdicts_;
};

}  // namespace sim
