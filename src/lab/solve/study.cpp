// Solves many problems in threads. A problem is known by its number, so that the results, but for
// the times, are the same for any number of threads and shards.

#include "lab/solve/study.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <span>
#include <thread>

#include "cli/interrupt.h"
#include "jobs/workers.h"
#include "lab/progress.h"

namespace lab {
namespace {

constexpr size_t at_once = 16;      // problems that a thread takes
constexpr int long_search = 10000;  // updates after which a search lets others see how far it is

/// The problems of one method.
class Work {
 public:
  /// theta: where the pose of the first solve goes, those of the others behind it; null: nowhere.
  Work(const ik::Search& search, const ik::Problems& problems, std::vector<int> poses,
       std::span<Solve> solves, double* theta)
      : search_(search),
        problems_(problems),
        poses_(std::move(poses)),
        solves_(solves),
        theta_(theta) {}

  size_t total() const { return poses_.size(); }
  size_t done() const { return done_; }

  std::optional<jobs::Slices> next_piece() {
    const size_t from = next_.fetch_add(at_once);
    if (from >= poses_.size()) return {};
    return compute(std::span(poses_).subspan(from, std::min(at_once, poses_.size() - from)));
  }

 private:
  jobs::Slices compute(std::span<const int> poses) {
    using Clock = std::chrono::steady_clock;
    ik::Search search = search_;
    ik::Problems problems = problems_;
    for (const int pose : poses) {
      problems.draw(static_cast<uint64_t>(pose));
      const Clock::time_point begin = Clock::now();
      search.begin(problems.targets(), problems.start(), problems.seed());
      for (int count = 1; search.advance(); ++count)
        if (count % long_search == 0) co_await jobs::pause;
      const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
      solves_[static_cast<size_t>(pose)] = {search.result(), true, took.count()};
      const Eigen::VectorXd& theta = search.result().theta;
      if (theta_) std::copy_n(theta.data(), theta.size(), theta_ + pose * theta.size());
      ++done_;
      co_await jobs::pause;
    }
  }

  const ik::Search& search_;
  const ik::Problems& problems_;
  std::vector<int> poses_;
  std::span<Solve> solves_;  // each written by one thread, its pose too
  double* theta_;
  std::atomic<size_t> next_ = 0, done_ = 0;
};

}  // namespace

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
    Work work(search, problems, std::move(mine), std::span(study.solves).subspan(m * poses, poses),
              theta);
    const std::unique_ptr<jobs::Workers> workers = jobs::threads(threads, jobs::Priority::Normal);
    workers->start(work.total(), [&work] { return work.next_piece(); });
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
