#include "sweep/choose/chooser.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/text.h"
#include "sim/why/inquiry.h"
#include "sweep/axis.h"

namespace sweep {
namespace {

constexpr int values_on_axis = 24;  // of an axis: what a choice needs to know

/// Returns how far the joints are beyond their limits, rad or scales of the body.
double outside(const ik::Skeleton& body, const Eigen::VectorXd& theta) {
  double most = 0;
  for (int j = 0; j < body.joints(); ++j) {
    const double size = body.revolute(j) ? 1 : body.scale();
    most = std::max({most, (theta[j] - body.upper(j)) / size, (body.lower(j) - theta[j]) / size});
  }
  return most;
}

/// A run and what its diagnosis needs.
struct Experiment {
  explicit Experiment(sim::Simulation start)
      : simulation(std::move(start)), window(simulation.skeleton()) {}
  sim::Simulation simulation;
  sim::why::Continuity continuity;
  sim::why::Window window;
};

/// Runs a cell of a grid, with the metrics that a cell does not have.
jobs::Slices follow(const Grid& grid, int cell, Candidate& one) {
  // It is on the heap, since a coroutine's variables lack the alignment that Eigen may need.
  const auto experiment = std::make_unique<Experiment>(CellRunner(grid).simulation_at(cell));
  sim::Simulation& simulation = experiment->simulation;
  sim::Run& run = simulation.run();
  run.timed = true;
  sim::Measurement measurement(simulation.skeleton().joints(), run.tolerances(), grid.steps);
  for (int64_t k = 0; k < grid.warmup + grid.steps; ++k) {
    constexpr int64_t steps_at_once = 8;
    if (k % steps_at_once == 0) co_await jobs::pause;
    simulation.step();
    experiment->continuity.follow(simulation, run.serial, experiment->window);
    one.outside = std::max(one.outside, outside(simulation.skeleton(), run.solver().pose().theta));
    if (k >= grid.warmup) measurement.add_timed(run);
  }
  one.summary = measurement.summary();
  if (experiment->window.steps() == 0) co_return;
  constexpr double at_once = 1e4;  // 2.5 ms
  const auto inquiry =
      std::make_unique<sim::why::Inquiry>(simulation, run.serial, experiment->window);
  while (!inquiry->advance(at_once)) co_await jobs::pause;
  const sim::why::Verdict& verdict = *inquiry->verdict();
  one.behaviour = base::printable(verdict.sentence);
  if (!verdict.advice.empty()) one.behaviour += " → " + base::printable(verdict.advice);
}

}  // namespace

void Chooser::begin(sim::Simulation simulation, ChoiceRequest request) {
  stop();
  start_ = std::move(simulation);
  choice_ = {.request = std::move(request), .scene = start_->scene_ptr()};
  work_.emplace(measure_all());
}

bool Chooser::advance() {
  if (!work_) return false;
  background_.work();
  const bool more = work_->advance();
  const double done = static_cast<double>(choice_.candidates.size()),
               now = more ? background_.progress() : 0;
  choice_.progress = (done + now) / static_cast<double>(choice_.request.all_methods().size());
  if (!more) work_.reset();
  return more;
}

void Chooser::stop() {
  work_.reset();
  choice_.at_work.clear();
}

void Chooser::forget() {
  stop();
  choice_ = {};
}

jobs::Slices Chooser::measure_all() {
  const std::vector<const ik::MethodInfo*> methods = choice_.request.all_methods();
  for (const ik::MethodInfo* method : methods) {
    choice_.at_work = method->title;
    Candidate one{.method = method};
    try {
      const auto simulation = std::make_unique<sim::Simulation>(*start_);
      simulation->run().choose(method->name);
      jobs::Slices work = choice_.request.solves ? measure_solving(*simulation, one)
                                                 : measure_following(*simulation, one);
      while (work.advance()) co_await work.paused();
    } catch (const base::Error& error) {
      one.refusal = error.what();
    }
    choice_.candidates.push_back(std::move(one));
    rank_candidates(choice_);
    co_await jobs::pause;
  }
  choice_.at_work.clear();
}

jobs::Slices Chooser::measure_following(const sim::Simulation& simulation, Candidate& one) {
  const ChoiceRequest& request = choice_.request;
  TuneRequest tuning{.steps = request.steps,
                     .warmup = request.warmup,
                     .most_oscillation = request.most_oscillation};
  for (const base::Parameter* axis : default_axes(simulation))
    tuning.axes.push_back(default_axis(*axis, values_on_axis));
  Best best;
  jobs::Slices search = tune(background_, simulation, tuning, best);
  while (search.advance()) co_await search.paused();
  one.tuned = values_of(best.grid, best.cell_index);
  one.settings = settings_of(best.grid, best.cell_index);
  jobs::Slices run = background_.compute(follow(best.grid, best.cell_index, one));
  while (run.advance()) co_await run.paused();
}

jobs::Slices Chooser::measure_solving(const sim::Simulation& simulation, Candidate& one) {
  const ChoiceRequest& request = choice_.request;
  const ik::Skeleton& body = simulation.skeleton();
  auto run = std::make_unique<sim::Run>(simulation.run());
  const base::Settings wanted = ik::for_solving(run->settings(), body);
  for (const base::Parameter& parameter : wanted.table())
    if (run->settings()[parameter] != wanted[parameter]) run->set(parameter.key, wanted[parameter]);
  one.settings = one.tuned = run->spec().settings;
  const auto solver = std::make_unique<ik::Solver>(run->at_start());
  const double unit = body.unit() ? body.unit()->metres : 1;
  const auto search = std::make_unique<const ik::Search>(
      *solver, ik::SearchOptions{.length_tolerance = request.tolerance / unit,
                                 .angle_tolerance = request.tolerance,
                                 .updates = request.updates,
                                 .restarts = request.restarts});
  const auto problems = std::make_unique<const ik::ProblemSampler>(
      body, solver->pose().theta, solver->held(), request.seed, ik::StartFrom::Home,
      ik::TargetsAre::Reachable);
  std::vector<Solve> solves(static_cast<size_t>(request.poses));
  std::vector<int> numbers(solves.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto work = std::make_unique<SolveQueue>(*search, *problems, std::move(numbers), solves);
  jobs::Slices solving =
      background_.compute(work->piece_count(), [&work] { return work->next_piece(); });
  while (solving.advance()) co_await solving.paused();
  one.solves = summarize(solves, static_cast<size_t>(body.joints()));
  one.behaviour = failures_text(*one.solves, base::names_of(body.all_joints()));
}

}  // namespace sweep
