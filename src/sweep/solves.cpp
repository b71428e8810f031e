#include "sweep/solves.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "base/numbers.h"
#include "base/quantile.h"
#include "base/text.h"

namespace sweep {
namespace {

using Clock = std::chrono::steady_clock;

double us_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

}  // namespace

jobs::Slices search_in_lanes(const ik::Search& search,
                             std::function<int(ik::LaneSearch&, int lane)> begin,
                             std::function<void(int index, const ik::SearchResult&)> store) {
  constexpr int updates_per_slice = 64;
  constexpr int none = -1;
  // A coroutine's own variables are not aligned as packets of Eigen's must be.
  const auto lanes = std::make_unique<ik::LaneSearch>(search);
  std::vector<int> problem_of_lane(ik::LaneSearch::width, none);
  for (int count = 1;; ++count) {
    for (int lane = 0; lane < ik::LaneSearch::width; ++lane) {
      if (!lanes->done(lane)) continue;
      int& index = problem_of_lane[lane];
      if (index != none) store(index, lanes->result(lane));
      index = begin(*lanes, lane);
    }
    if (std::ranges::count(problem_of_lane, none) == ik::LaneSearch::width) break;
    lanes->advance();
    if (count % updates_per_slice == 0) co_await jobs::pause;
  }
}

std::optional<jobs::Slices> SolveQueue::next_piece() {
  if (in_lanes_) return next_ < indices_.size() ? std::optional(compute_in_lanes()) : std::nullopt;
  const size_t from = next_.fetch_add(problems_per_piece);
  if (from >= indices_.size()) return {};
  return compute(
      std::span(indices_).subspan(from, std::min(problems_per_piece, indices_.size() - from)));
}

jobs::Slices SolveQueue::compute(std::span<const int> indices) {
  constexpr int long_search = 10000;  // updates after which a search lets others see how far it is
  ik::Search search = search_;
  ik::ProblemSampler problems = problems_;
  for (const int index : indices) {
    problems.draw(static_cast<uint64_t>(index));
    const Clock::time_point begin = Clock::now();
    search.begin(problems.targets(), problems.start(), problems.seed());
    for (int count = 1; search.advance(); ++count)
      if (count % long_search == 0) co_await jobs::pause;
    store(index, search.result(), us_since(begin));
    co_await jobs::pause;
  }
}

jobs::Slices SolveQueue::compute_in_lanes() {
  ik::ProblemSampler problems = problems_;
  std::vector<int> solved;  // indices
  const Clock::time_point begin = Clock::now();
  jobs::Slices searches = search_in_lanes(
      search_,
      [&](ik::LaneSearch& search, int lane) {
        const size_t next = next_ < indices_.size() ? next_.fetch_add(1) : indices_.size();
        if (next >= indices_.size()) return -1;
        problems.draw(static_cast<uint64_t>(indices_[next]));
        search.begin(lane, problems.targets(), problems.start(), problems.seed());
        return indices_[next];
      },
      [&](int index, const ik::SearchResult& found) {
        store(index, found);
        solved.push_back(index);
      });
  while (searches.advance()) co_await jobs::pause;
  const double us = us_since(begin) / static_cast<double>(solved.size());
  for (const int index : solved) solves_[index].us = us;
}

void SolveQueue::store(int index, const ik::SearchResult& result, double us) {
  solves_[index] = {result, true, us};
  if (theta_)
    std::copy_n(result.theta.data(), result.theta.size(), theta_ + index * result.theta.size());
  ++done_;
}

SolveSummary summarize(std::span<const Solve> solves, size_t joints) {
  SolveSummary sum;
  sum.by_joint.resize(joints);
  std::vector<double> updates, us;
  for (const Solve& one : solves) {
    if (!one.is_computed) continue;
    ++sum.poses;
    us.push_back(one.us);
    sum.max_step = std::max(sum.max_step, one.max_step);
    if (one.ending != ik::Ending::Solved) {
      ++sum.failures[static_cast<size_t>(one.ending)];
      if (one.joint >= 0) ++sum.by_joint[one.joint];
      continue;
    }
    ++sum.solved;
    updates.push_back(one.updates);
    sum.mean_updates += one.updates;
    sum.mean_restarts += one.restarts;
    sum.limits_kept += one.within_limits ? 1 : 0;
  }
  const double solved = std::max(1, sum.solved);
  sum.mean_updates /= solved;
  sum.mean_restarts /= solved;
  sum.median_updates = base::quantile(updates);
  sum.median_us = base::median_duration(us);
  sum.p99_us = base::quantile(us, 0.99);
  return sum;
}

std::string failures_text(const SolveSummary& sum, const std::vector<std::string>& joints) {
  std::vector<std::string> all, by_joint;
  for (size_t j = 0; j < joints.size(); ++j)
    if (sum.by_joint[j] > 0)
      by_joint.push_back(base::format("{}: {}", base::printable(joints[j]), sum.by_joint[j]));
  for (const ik::Ending ending : failure_endings)
    if (const int count = sum.failed(ending); count > 0)
      all.push_back(ending == ik::Ending::JointLimit
                        ? base::format("{} at a limit ({})", count, base::joined(by_joint))
                        : base::format("{} {}", count, ik::word(ending)));
  return base::joined(all);
}

Interval wilson_interval(int count, int total) {
  if (total == 0) return {0, 1};
  constexpr double z = 1.959963984540054;  // 97.5 % of a normal distribution lie below
  const double n = total, p = count / n, middle = (p + z * z / (2 * n)) / (1 + z * z / n),
               half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  // At 0 and 1 an end is exact, and rounding must not pass it.
  return {count == 0 ? 0 : middle - half, count == total ? 1 : middle + half};
}

std::string interval_text(const SolveSummary& sum, int decimals) {
  const Interval interval = solved_interval(sum);
  return base::format("{} to {}", base::fixed(100 * interval.low, decimals),
                      base::percent(interval.high, decimals));
}

}  // namespace sweep
