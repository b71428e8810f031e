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

/// Solves problems in lanes: one that is done takes the next, until none is left. begin starts the
/// next problem in a lane and returns its number, or -1; keep takes what was found.
jobs::Slices search_in_lanes(const ik::Search& search,
                             std::function<int(ik::LaneSearch&, int lane)> begin,
                             std::function<void(int number, const ik::SearchResult&)> keep);

/// The outcome of one problem, by one method.
struct Solve : ik::SearchOutcome {
  bool there = false;  ///< computed
  double us = 0;       ///< microseconds
};

/// The problems that one method solves, known by numbers: results do not depend on threads.
class Solves {
 public:
  /// numbers: of the problems to solve; the one of number i is written to solves[i]. theta: where
  /// the pose of the first solve goes, those of the others behind it; null: nowhere. in_lanes:
  /// where it can, a thread solves several problems at once (ik::LaneSearch), which is quicker;
  /// then `us` is its time over the number of those that it solved.
  Solves(const ik::Search& search, const ik::ProblemSampler& problems, std::vector<int> numbers,
         std::span<Solve> solves, double* theta = nullptr, bool in_lanes = false)
      : search_(search),
        problems_(problems),
        numbers_(std::move(numbers)),
        solves_(solves),
        theta_(theta),
        in_lanes_(in_lanes && numbers_.size() >= ik::LaneSearch::width &&
                  ik::LaneSearch::supports(search)) {}

  size_t total() const { return numbers_.size(); }
  size_t done() const { return done_; }
  size_t pieces() const { return (numbers_.size() + at_once - 1) / at_once; }
  /// The next few problems. For many threads at a time.
  std::optional<jobs::Slices> next_piece();

 private:
  static constexpr size_t at_once = 16;  // problems that a thread takes

  jobs::Slices compute(std::span<const int> numbers);
  jobs::Slices compute_in_lanes();
  void keep(int number, const ik::SearchResult& result, double us = 0);

  const ik::Search& search_;
  const ik::ProblemSampler& problems_;
  std::vector<int> numbers_;
  std::span<Solve> solves_;  // each written by one thread, its pose too
  double* theta_;
  bool in_lanes_;
  std::atomic<size_t> next_ = 0, done_ = 0;
};

struct SolveSummary {
  int poses = 0, solved = 0;
  double mean_updates = 0, median_updates = 0, mean_restarts = 0;  ///< of those solved
  double median_us = 0, p99_us = 0;                                ///< of all
  double max_step = 0;                                             ///< rad, or scales of the body
  int limits_kept = 0;                                             ///< of those solved
  std::vector<int> failures = std::vector<int>(ik::ending_count);  ///< by Ending
  std::vector<int> by_joint = {};                                  ///< of Limit
  int failed(ik::Ending ending) const { return failures[static_cast<size_t>(ending)]; }
  double share() const { return poses > 0 ? static_cast<double>(solved) / poses : 0; }
};
SolveSummary summary(std::span<const Solve> solves, size_t joints);

constexpr ik::Ending failure_endings[] = {ik::Ending::Stuck, ik::Ending::JointLimit,
                                          ik::Ending::Cycling, ik::Ending::IterationLimit};
/// Returns how searches failed: "12 stuck, 3 at a limit (elbow: 2, wrist: 1), 1 slow"; or nothing.
std::string failures_text(const SolveSummary& sum, const std::vector<std::string>& joints);

/// The 95 % interval of a share, so many of so many  (Wilson 1927).
struct Interval {
  double low, high;
};
Interval wilson(int count, int of);
inline Interval interval(const SolveSummary& sum) { return wilson(sum.solved, sum.poses); }
/// "61.2 to 80.8 %"
std::string interval_text(const SolveSummary& sum, int decimals = 1);

}  // namespace sweep
