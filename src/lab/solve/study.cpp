// Solves many problems in threads.

#include "lab/solve/study.h"

#include <chrono>
#include <span>
#include <thread>

#include "cli/interrupt.h"
#include "jobs/workers.h"
#include "lab/progress.h"

namespace lab {

void solve(Study& study, const std::vector<const ik::Solver*>& solvers,
           const ik::Problems& problems, int threads, sweep::Part part) {
  using namespace std::chrono_literals;
  const base::LengthUnit* unit = solvers.front()->skeleton().unit();
  const ik::SearchOptions options{.length_tolerance = study.tolerance / (unit ? unit->metres : 1),
                                  .angle_tolerance = study.tolerance,
                                  .updates = static_cast<int>(study.updates),
                                  .restarts = static_cast<int>(study.restarts)};
  const auto poses = static_cast<size_t>(study.poses);
  study.solves.assign(study.methods.size() * poses, {});
  if (study.keeps_theta)
    study.theta.setZero(solvers.front()->skeleton().joints(),
                        static_cast<Eigen::Index>(study.solves.size()));
  for (size_t m = 0; m < study.methods.size(); ++m) {
    std::vector<int> mine;
    for (size_t i = 0; i < poses; ++i)
      if (static_cast<int64_t>(m * poses + i) % part.of == part.index)
        mine.push_back(static_cast<int>(i));
    const ik::Search search(*solvers[m], options);
    double* theta =
        study.keeps_theta ? study.theta.col(static_cast<Eigen::Index>(m * poses)).data() : nullptr;
    sweep::Solves work(search, problems, std::move(mine),
                       std::span(study.solves).subspan(m * poses, poses), theta, study.in_lanes);
    const std::unique_ptr<jobs::Workers> workers = jobs::threads(threads, jobs::Priority::Normal);
    workers->start(work.pieces(), [&work] { return work.next_piece(); });
    Progress progress(study.methods[m], static_cast<int64_t>(work.total()));
    while (work.done() < work.total()) {
      cli::stop_if_interrupted();
      if (const std::exception_ptr failure = workers->failure()) std::rethrow_exception(failure);
      std::this_thread::sleep_for(1ms);
      progress.set(static_cast<int64_t>(work.done()));
    }
    workers->finish();
  }
}

}  // namespace lab
