// Solves many problems in threads, and sums up: rates with their intervals, updates, times, reasons
// of failure.

#include "lab/solve/study.h"

#include <algorithm>
#include <span>

#include "base/numbers.h"
#include "base/text.h"
#include "formats/exports/choice_text.h"
#include "jobs/workers.h"
#include "lab/mapping.h"
#include "lab/table.h"

namespace lab {
namespace {

/// So many that a single failure shows.
int decimals(const SolveSummary& sum) { return sum.poses > 1000 ? 2 : 1; }

/// "from home, with targets near it"
std::string start_text(const std::string& start) {
  return start == "random"   ? "random poses"
         : start == "near"   ? "home, with targets near it"
         : start == "middle" ? "the middle of the limits"
                             : start;
}

}  // namespace

void solve(Study& study, const std::vector<const ik::Solver*>& solvers,
           const ik::ProblemSampler& problems, int threads, sweep::Shard part) {
  const SearchLimits& limits = study.limits;
  const base::LengthUnit* unit = solvers.front()->skeleton().unit();
  const ik::SearchOptions options{.length_tolerance = limits.tolerance / (unit ? unit->metres : 1),
                                  .angle_tolerance = limits.tolerance,
                                  .updates = static_cast<int>(limits.updates),
                                  .restarts = static_cast<int>(limits.restarts)};
  const auto poses = static_cast<size_t>(limits.poses);
  study.solves.assign(study.methods.size() * poses, {});
  if (study.keeps_theta)
    study.theta.setZero(solvers.front()->skeleton().joints(),
                        static_cast<Eigen::Index>(study.solves.size()));
  for (size_t m = 0; m < study.methods.size(); ++m) {
    std::vector<int> mine;
    for (size_t i = 0; i < poses; ++i)
      if (static_cast<int64_t>(m * poses + i) % part.count == part.index)
        mine.push_back(static_cast<int>(i));
    const ik::Search search(*solvers[m], options);
    double* theta =
        study.keeps_theta ? study.theta.col(static_cast<Eigen::Index>(m * poses)).data() : nullptr;
    sweep::SolveQueue work(search, problems, std::move(mine),
                           std::span(study.solves).subspan(m * poses, poses), theta,
                           study.in_lanes);
    const std::unique_ptr<jobs::Workers> workers = jobs::threads(threads, jobs::Priority::Normal);
    workers->start(work.piece_count(), [&work] { return work.next_piece(); });
    const auto advance = [&] {
      if (const std::exception_ptr failure = workers->failure()) std::rethrow_exception(failure);
      return work.done() < work.total();
    };
    wait_for(study.methods[m], advance,
             [&] { return static_cast<double>(work.done()) / static_cast<double>(work.total()); });
    workers->finish();
  }
}

SolveSummary summary(const Study& study, size_t method) {
  const auto poses = static_cast<size_t>(study.limits.poses);
  return sweep::summarize(std::span(study.solves).subspan(method * poses, poses),
                          study.joints.size());
}

std::string study_text(const Study& study) {
  const SearchLimits& limits = study.limits;
  const std::string text = base::format(
      "{}: {} ({}), from {}, tolerance {}, at most {} and {}\n\n", base::printable(study.scene),
      base::counted(limits.poses, "target"), base::printable(study.targets),
      start_text(study.start), base::short_number(limits.tolerance),
      base::counted(static_cast<int>(limits.updates), "update"),
      base::counted(static_cast<int>(limits.restarts), "restart"));
  Table table({{"method"},
               {"solved", true},
               {"95 % interval", true},
               {"updates, mean", true},
               {"median", true},
               {"restarts", true},
               {"µs, median", true},
               {"99 %", true},
               {"largest step, rad or scales", true},
               {"limits kept", true}});
  std::string others;
  for (size_t m = 0; m < study.methods.size(); ++m) {
    const SolveSummary sum = summary(study, m);
    const auto of_solved = [&](const std::string& number) { return sum.solved ? number : "–"; };
    table.add_row(
        {study.methods[m], base::percent(sum.solved_fraction(), decimals(sum)),
         sweep::interval_text(sum, decimals(sum)), of_solved(base::fixed(sum.mean_updates, 1)),
         of_solved(base::fixed(sum.median_updates, 0)),
         of_solved(base::short_number(sum.mean_restarts, 3)), base::significant(sum.median_us, 3),
         base::significant(sum.p99_us, 3), base::significant(sum.max_step, 3),
         of_solved(base::percent(static_cast<double>(sum.limits_kept) / std::max(1, sum.solved),
                                 sum.limits_kept == sum.solved ? 0 : 1))});
    if (sum.solved < sum.poses)
      others += base::format("{} failed: {}\n", study.methods[m],
                             sweep::failures_text(sum, study.joints));
  }
  for (size_t m = 0; m < study.methods.size(); ++m)
    if (!study.settings[m].empty())
      others += base::format("{} with {}\n", study.methods[m], study.settings[m]);
  return text + table.text(page_width()) + (others.empty() ? "" : "\n" + others);
}

std::string study_json(const Study& study) {
  const SearchLimits& limits = study.limits;
  ordered_json json = {{"scene", study.scene},      {"poses", limits.poses},
                       {"seed", limits.seed},       {"tolerance", limits.tolerance},
                       {"updates", limits.updates}, {"restarts", limits.restarts},
                       {"start", study.start},      {"targets", study.targets}};
  json["methods"] = ordered_json::array();
  for (size_t m = 0; m < study.methods.size(); ++m) {
    const SolveSummary sum = summary(study, m);
    ordered_json reasons, joints = ordered_json::object();
    for (const ik::Ending ending : sweep::failure_endings)
      reasons[std::string(ik::word(ending))] = sum.failed(ending);
    for (size_t j = 0; j < study.joints.size(); ++j)
      if (sum.by_joint[j] > 0) joints[study.joints[j]] = sum.by_joint[j];
    reasons["limit_of"] = joints;
    ordered_json& one = json["methods"].emplace_back();
    one = {{"method", study.methods[m]}, {"settings", study.settings[m]}};
    formats::add_summary(one, sum);
    one["failures"] = reasons;
  }
  return text_of(json);
}

}  // namespace lab
