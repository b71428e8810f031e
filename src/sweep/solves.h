#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ik/batch/lane_search.h"
#include "ik/search/problem_sampler.h"
#include "ik/search/search.h"
#include "jobs/slices.h"

namespace sweep {

/// Runs searches in lanes: a lane that is done takes the next problem, until none is left. begin
/// starts the next problem in a lane and returns its index, or -1 if there is none; store gets each
/// result.
jobs::Slices search_in_lanes(const ik::Search& search,
                             std::function<int(ik::LaneSearch&, int lane)> begin,
                             std::function<void(int index, const ik::SearchResult&)> store);

/// The outcome of one problem, by one method.
struct Solve : ik::SearchOutcome {
  bool is_computed = false;
  double us = 0;  ///< computing time, microseconds
};

/// Hands out problems to threads that solve them with one method. A problem is known by its index,
/// so results do not depend on the threads.
class SolveQueue {
 public:
  /// Problem i, for each i of `indices`, is written to solves[i], and its pose to theta + i n,
  /// unless theta is null. in_lanes: if ik::LaneSearch supports it, a thread solves several
  /// problems at once, which is quicker; `us` is then its time divided by the number of problems it
  /// finished.
  SolveQueue(const ik::Search& search, const ik::ProblemSampler& problems, std::vector<int> indices,
             std::span<Solve> solves, double* theta = nullptr, bool in_lanes = false)
      : search_(search),
        problems_(problems),
        indices_(std::move(indices)),
        solves_(solves),
        theta_(theta),
        in_lanes_(in_lanes && indices_.size() >= ik::LaneSearch::width &&
                  ik::LaneSearch::supports(search)) {}

  size_t total() const { return indices_.size(); }
  size_t done() const { return done_; }
  size_t piece_count() const {
    return (indices_.size() + problems_per_piece - 1) / problems_per_piece;
  }
  /// Returns the work on the next few problems, or nothing if none is left. Thread-safe.
  std::optional<jobs::Slices> next_piece();

 private:
  static constexpr size_t problems_per_piece = 16;

  jobs::Slices compute(std::span<const int> indices);
  jobs::Slices compute_in_lanes();
  void store(int index, const ik::SearchResult& result, double us = 0);

  const ik::Search& search_;
  const ik::ProblemSampler& problems_;
  std::vector<int> indices_;
  std::span<Solve> solves_;  // each is written by one thread, and its pose too
  double* theta_;
  bool in_lanes_;
  std::atomic<size_t> next_ = 0, done_ = 0;
};

struct SolveSummary {
  int poses = 0, solved = 0;
  double mean_updates = 0, median_updates = 0, mean_restarts = 0;  ///< of those solved
  double median_us = 0, p99_us = 0;                                ///< of all
  double max_step = 0;                                             ///< rad, or scales of the body
  int limits_kept = 0;                                             ///< solved within the limits
  std::vector<int> failures = std::vector<int>(ik::ending_count);  ///< by Ending
  std::vector<int> by_joint = {};  ///< failures with JointLimit, by joint
  int failed(ik::Ending ending) const { return failures[static_cast<size_t>(ending)]; }
  double solved_fraction() const { return poses > 0 ? static_cast<double>(solved) / poses : 0; }
};
SolveSummary summarize(std::span<const Solve> solves, size_t joints);

constexpr ik::Ending failure_endings[] = {ik::Ending::Stuck, ik::Ending::JointLimit,
                                          ik::Ending::Cycling, ik::Ending::UpdateLimit};
/// Returns how searches failed: "12 stuck, 3 at a limit (elbow: 2, wrist: 1), 1 slow"; or nothing.
std::string failures_text(const SolveSummary& sum, const std::vector<std::string>& joints);

/// The 95 % confidence interval of a fraction count / total  (Wilson 1927).
struct Interval {
  double low, high;
};
Interval wilson_interval(int count, int total);
inline Interval solved_interval(const SolveSummary& sum) {
  return wilson_interval(sum.solved, sum.poses);
}
/// Returns solved_interval() as text: "61.2 to 80.8 %".
std::string interval_text(const SolveSummary& sum, int decimals = 1);

}  // namespace sweep
