#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/numbers.h"
#include "ik/solve/solver.h"
#include "sim/metrics/metric.h"
#include "sim/metrics/tolerances.h"

namespace sim {

class Run;

/// The mean second difference above which joints shake, rad/step²: more than targets require.
constexpr double shaking = 3e-3;

/// Returns the weight of each coordinate in a pose, n: 1 for an angle, 1 over the body's scale for
/// a length, so that the unit of length does not matter.
Eigen::VectorXd coordinate_weights(const ik::Skeleton& skeleton);

/// |theta_k - 2 theta_{k-1} + theta_{k-2}| per joint, of three steps  (mathematics.md §4).
class Oscillation {
 public:
  /// weights: coordinate_weights(), empty: all are 1.
  explicit Oscillation(const Eigen::VectorXd& theta, Eigen::VectorXd weights = {});
  void push(const Eigen::VectorXd& theta);
  void restart(const Eigen::VectorXd& theta);
  /// Per joint; zero until two steps have been made.
  const Eigen::VectorXd& second_difference() const { return second_; }
  const Eigen::VectorXd& difference() const { return difference_; }  ///< of the last step
  /// Writes the pose before the last step into `pose`.
  void pose_before(const ik::Skeleton& skeleton, ik::Pose& pose) const;
  bool reversed() const { return difference_.dot(last_difference_) < 0; }
  /// Returns whether the joints have been shaking in the last third of a second.
  bool shakes() const { return recent_second_ > shaking && recent_reversals_ > 0.1; }

 private:
  Eigen::VectorXd weights_, theta_, difference_, last_difference_, second_;
  int steps_ = 0;
  double recent_second_ = 0, recent_reversals_ = 0;  // exponential means
};

/// Computes the exact 99th percentile of a stream of numbers: it keeps the largest 1 %.
class Percentile {
 public:
  explicit Percentile(int64_t max_count);  ///< numbers to come, at most; 0: unknown, keeps all
  void add(double value) {
    ++count_;
    if (largest_.size() == capacity_ && value <= largest_.front()) return;
    keep(value);
  }
  void skip(int64_t count) { count_ += count; }  ///< counts numbers <= threshold()
  /// Returns the value that a number must exceed to be kept.
  double threshold() const {
    return largest_.size() < capacity_ ? -std::numeric_limits<double>::infinity()
                                       : largest_.front();
  }
  double p99() const;  ///< 0 if there are none
  int64_t count() const { return count_; }

 private:
  void keep(double value);

  size_t capacity_;
  int64_t count_ = 0;
  std::vector<double> largest_;  // so far, a heap with the smallest on top
};

/// Accumulates what metrics are computed from, over the steps of a run or, with a Pack, of several.
template <class Number>
class StepSums {
  using Mask = ik::MaskOf<Number>;

 public:
  /// Adds a step. errors: k. longest: largest change of a coordinate. clamped: whether the step
  /// clamp or a limit acted. depth: of the deepest contact, scene units.
  void add(const Tolerances& tolerances, const ik::VectorOf<Number>& errors, const Number& longest,
           const Mask& reversed, const Mask& clamped, const Number& depth) {
    using ik::max, ik::select;
    ++steps_;
    const Number total = tolerances.total(errors);
    error_ += total;
    most_error_ = max(most_error_, total);
    for (Eigen::Index i = 0; i < errors.size(); ++i)
      hits_ += select(errors[i] < tolerances.hit[i], Number(1), Number(0));
    longest_ = max(longest_, longest);
    reversed_ += select(reversed, Number(1), Number(0));
    clamped_ += select(clamped, Number(1), Number(0));
    depth_ = max(depth_, depth);
  }
  /// Adds the second difference of one coordinate in that step.
  void add_second(const Number& second) {
    using ik::max;
    ++numbers_;
    oscillation_ += second;
    most_oscillation_ = max(most_oscillation_, second);
  }

  int64_t steps() const { return steps_; }
  int64_t numbers() const { return numbers_; }
  /// Returns the metrics that follow from these; requires at least one step.
  MetricValues values(Eigen::Index effectors, int lane = 0) const {
    const auto of = [&](const Number& x) -> double {
      if constexpr (ik::one_body<Number>)
        return x;
      else
        return x[lane];
    };
    const auto steps = static_cast<double>(steps_);
    return {.mean_total_error = of(error_) / steps,
            .max_total_error = of(most_error_),
            .hit_share = of(hits_) / (steps * static_cast<double>(effectors)),
            .oscillation_mean = of(oscillation_) / static_cast<double>(numbers_),
            .oscillation_max = of(most_oscillation_),
            .reversals = of(reversed_) / steps,
            .max_step = of(longest_),
            .contact_depth = of(depth_),
            .clamped_share = of(clamped_) / steps};
  }

 private:
  int64_t steps_ = 0, numbers_ = 0;
  Number error_ = 0, most_error_ = 0, hits_ = 0, longest_ = 0, reversed_ = 0, clamped_ = 0;
  Number depth_ = 0, oscillation_ = 0, most_oscillation_ = 0;
};

/// The bits tell what is remarkable about a step of a run on its path  (mathematics.md §4).
namespace path_event {
constexpr unsigned flip = 1,     ///< the aspect of the pose (ik/analysis/aspect.h) is another one
    leap = 2,                    ///< a joint turned by more than leap_angle
    limit = 4,                   ///< a joint's limit was in the way
    singular = 8,                ///< σ_min < nearly_singular σ_1
    in_front = 16, behind = 32;  ///< the aspect, if it is known
}  // namespace path_event
constexpr double leap_angle = 10 / base::degrees;  ///< rad; for a slide as many scales of the body
constexpr double nearly_singular = 0.02;

/// Returns the bits of the last step. before: those of the step before it; 0: none.
unsigned path_events(Run& run, unsigned before);

/// Counts the steps with each event.
struct PathEventCounts {
  int64_t flips = 0, leaps = 0, at_limits = 0, singular = 0;
  void add(unsigned events) {
    flips += (events & path_event::flip) != 0;
    leaps += (events & path_event::leap) != 0;
    at_limits += (events & path_event::limit) != 0;
    singular += (events & path_event::singular) != 0;
  }
  bool operator==(const PathEventCounts&) const = default;
};

/// The metrics of a run, and figures for a single run.
struct Summary : MetricValues {
  int64_t steps = 0;
  std::vector<double> per_effector;  ///< mean error of each
  int64_t nonfinite = 0;             ///< steps with an entry of theta that is not finite
  PathEventCounts events = {};       ///< of timed measurements
};

/// The metrics over the steps added, at most `steps` if not 0. It keeps numbers for percentiles.
class Measurement {
 public:
  Measurement(int joints, const Tolerances& tolerances, int64_t steps = 0);
  void add(const Eigen::VectorXd& errors, const Oscillation& oscillation,
           const ik::StepReport& report, const Eigen::VectorXd& theta, double contact_depth = 0,
           double pose_error = 0);
  /// The last step of a run.
  void add(const Run& run);
  /// Adds the metrics that take time to compute; call it for all steps or for none.
  void add_timed(Run& run);
  void add_timed(double sigma_min, int64_t step_ns);

  Summary summary() const;

 private:
  StepSums<double> sums_;
  Tolerances tolerances_;
  Eigen::VectorXd errors_;  // k, the sum of each
  double pose_error_ = 0, sigma_min_ = std::numeric_limits<double>::infinity();
  int64_t nonfinite_ = 0;
  Percentile second_;
  std::vector<int64_t> ns_;
  PathEventCounts events_;
  unsigned last_events_ = 0;
};

}  // namespace sim
