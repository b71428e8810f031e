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
  /// The channels, then the errors of the effectors, the singular values and the method's readings.
  using enum channel::Channel;
  using Channel = channel::Channel;
  /// Returns a channel's value at the run's last step; 0 for sigma_min and events, which take time.
  static double value(Channel channel, const Run& run);

  /// Columns begin after step `start`. capacity: how many are kept, at least one.
  History(int effectors, int rows, int capacity, int64_t start = 0);

  int error(int effector) const { return count + effector; }
  int sigma(int i) const { return count + effectors_ + i; }
  int reading(int i) const { return sigma(rows_) + i; }
  int channels() const { return reading(ik::max_readings); }
  int effectors() const { return effectors_; }

  /// Starts the next column, all zero; its entries are written with set().
  void push();
  void set(int channel, double value);
  /// The next column, with what a run tells of its last step.
  void record(Run& run);

  /// The next step does not follow from the last one, because the body was moved between them.
  void cut() { cut_ = now_; }

  void look_from(int64_t now) { now_ = std::min(now, count_); }  ///< later columns are hidden
  void drop_future();                                            ///< and now gone
  int64_t recorded() const { return count_; }                    ///< the last column there is

  /// Steps shown: first() <= s < end().
  int64_t first() const { return std::max(start_, count_ - capacity_) + 1; }
  int64_t end() const { return std::max(now_ + 1, first()); }
  int size() const { return static_cast<int>(end() - first()); }
  float at(int channel, int64_t step) const {
    return data_[static_cast<size_t>(channel) * capacity_ + (step - 1) % capacity_];
  }
  /// The columns from `step` on that lie in one piece of the ring; first() <= step < end().
  std::span<const float> values_from(int channel, int64_t step) const {
    const int64_t slot = (step - 1) % capacity_;
    return {data_.data() + static_cast<size_t>(channel) * capacity_ + slot,
            static_cast<size_t>(std::min(end() - step, capacity_ - slot))};
  }

  /// Mean over the last `steps` columns (fewer if there are fewer; 0 if none).
  double mean(int channel, int steps) const;
  double min(int channel, int steps) const;
  double max(int channel, int steps) const;
  /// Returns the time of the newest step; 0 if there is none.
  double latest(int channel) const { return size() > 0 ? at(channel, end() - 1) : 0; }

  struct Mark {
    int64_t step;
    Effect effect;
  };
  static constexpr int mark_spacing =
      30;  ///< steps within which changes of one subject are one mark
  void mark(int64_t step, Effect effect);
  std::span<const Mark> marks() const;  ///< up to now

  /// Keeps what is said of the run from that step on; null: nothing is.
  void say(int64_t step, std::shared_ptr<const why::Verdict> verdict);
  std::shared_ptr<const why::Verdict> verdict() const;  ///< of now
  size_t bytes() const { return data_.capacity() * sizeof(float); }

 private:
  double chosen(int channel, int steps, double (*of)(double, double)) const;

  int effectors_, rows_, capacity_;
  int64_t start_ = 0, count_ = 0, cut_ = -1, now_ = 0;  // now_: what is shown goes up to here
  std::vector<float> data_;
  std::vector<Mark> marks_;
  struct Said {
    int64_t step;
    std::shared_ptr<const why::Verdict> verdict;
  };
  std::deque<Said> verdicts_;
};

}  // namespace sim
