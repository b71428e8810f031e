// Functions that do what ikscope-lab does, for ikscope/__init__.py, which documents them.

#include "module/studies.h"

#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include "base/error.h"
#include "formats/suggest.h"
#include "lab/experiment.h"
#include "lab/mapping.h"
#include "lab/solve/study.h"
#include "module/simulation.h"
#include "module/unlocked.h"
#include "sweep/best.h"
#include "sweep/picture.h"

namespace python {
namespace {

int64_t whole(const char* name, int64_t value, int64_t least, int64_t most) {
  if (value < least || value > most)
    throw base::Error(std::string(name) + " is " + std::to_string(value) +
                      "; expected a whole number from " + std::to_string(least) + " to " +
                      std::to_string(most));
  return value;
}

int threads_of(const std::optional<int64_t>& threads) {
  return threads ? static_cast<int>(whole("threads", *threads, 1, 1024)) : jobs::core_count();
}

/// A copy of a simulation runs, and is measured. Called without the lock.
lab::Experiment measured(Simulation& simulation, lab::RunLength length) {
  formats::RunOptions options;
  options.scene = simulation.name();
  simulation.read_clock(true);
  lab::Prepared prepared{.simulation = std::make_unique<sim::Simulation>(simulation.now()),
                         .commands = {}};
  return lab::measure(options, std::move(prepared), length);
}

lab::RunLength length_of(int64_t steps, int64_t warmup) {
  return {whole("steps", steps, 1, lab::max_steps), whole("warmup", warmup, 0, lab::max_steps)};
}

std::string measure(const Simulation& given, int64_t steps, int64_t warmup) {
  Simulation simulation(given);
  const lab::RunLength length = length_of(steps, warmup);
  const Unlocked unlocked;
  return lab::to_json_text(measured(simulation, length));
}

std::string explain(const Simulation& given, int64_t steps) {
  Simulation simulation(given);
  const lab::RunLength length = length_of(steps, 0);
  const Unlocked unlocked;
  const lab::Experiment experiment = measured(simulation, length);
  return lab::to_json_text(experiment.verdict(), *experiment.simulation);
}

py::dict setting_in(const sweep::Grid& grid, int cell) {
  const lab::ordered_json json = lab::settings_json(grid, cell);
  py::dict setting;
  for (const auto& [key, value] : json.items())
    setting[py::str(key)] = value.is_string() ? py::object(py::str(value.get<std::string>()))
                                              : py::float_(value.get<double>());
  return setting;
}

Array values_on(const sweep::Axis& axis) {
  Eigen::VectorXd values(axis.count);
  for (int i = 0; i < axis.count; ++i) values[i] = axis.value(i);
  return array_of(values);
}

Array values_in(const sweep::Result& result, const sim::Metric& metric) {
  const sweep::Grid& grid = result.grid;
  Array array(grid.y ? Shape{grid.rows(), grid.columns()} : Shape{grid.columns()});
  double* out = array.mutable_data();
  for (const sweep::Cell& cell : result.cells)
    *out++ =
        metric.is_missing(cell) ? std::numeric_limits<double>::quiet_NaN() : cell.*metric.value;
  return array;
}

py::dict map(const Simulation& given, const std::string& x, const std::optional<std::string>& y,
             int64_t steps, int64_t warmup, bool solves, int64_t restarts,
             const std::optional<int64_t>& threads, double most_oscillation) {
  sim::Simulation simulation = given.now();
  const lab::RunLength length = length_of(steps, warmup);
  if (solves) {
    std::vector<std::string> keys(given.keys().begin(), given.keys().end());
    for (const std::string& axis : {x, y.value_or("")})
      keys.push_back(axis.substr(0, axis.find('=')));
    lab::begin_solving(simulation, keys);
  }
  std::optional<sweep::Axis> vertical;
  if (y) vertical = lab::parse_axis(*y, simulation, solves);
  sweep::Grid grid = sweep::grid_of(simulation, lab::parse_axis(x, simulation, solves), vertical);
  grid.steps = length.steps;
  grid.warmup = solves ? 0 : length.warmup;
  grid.solves = solves;
  grid.restarts = whole("restarts", restarts, 0, 1'000'000);
  if (restarts > 0 && !solves)
    throw base::Error("restarts is about searches for poses; expected solve=True with it");
  const int workers = threads_of(threads);
  const sweep::Result result = [&] {
    const Unlocked unlocked;
    return lab::compute_cells(grid, workers);
  }();

  py::dict answer;
  answer["x"] = values_on(grid.x);
  if (grid.y) answer["y"] = values_on(*grid.y);
  answer["axes"] = grid.y ? py::make_tuple(grid.x.key, grid.y->key) : py::make_tuple(grid.x.key);
  for (const sim::Metric* metric : sweep::metrics(solves))
    answer[py::str(std::string(metric->key))] = values_in(result, *metric);
  const std::optional<int> best =
      solves ? std::nullopt : sweep::least_error(result, most_oscillation);
  answer["best"] = best ? py::object(setting_in(grid, *best)) : py::none();
  return answer;
}

/// Reads N x k x 3 numbers; of one effector N x 3, too.
std::vector<Eigen::Matrix3Xd> targets_in(const ik::Skeleton& body, py::handle targets) {
  const int k = body.effectors();
  std::vector<Shape> shapes{{-1, k, 3}};
  if (k == 1) shapes.push_back({-1, 3});
  const Array given = numbers("targets", targets, shapes, "three numbers for each effector");
  whole("the number of targets", given.shape(0), 1, lab::max_poses);
  std::vector<Eigen::Matrix3Xd> all;
  for (py::ssize_t i = 0; i < given.shape(0); ++i)
    all.emplace_back(Eigen::Map<const Eigen::Matrix3Xd>(given.data() + i * 3 * k, 3, k));
  return all;
}

template <class Names>
size_t index_of(const char* what, const std::string& name, const Names& names) {
  return formats::find_name(what, name, {std::begin(names), std::end(names)});
}

ik::ProblemSampler problems_of(const ik::Solver& solver, const py::object& targets,
                               const std::string& draw, const std::string& start, int64_t seed,
                               int& count) {
  const auto from = static_cast<ik::StartFrom>(index_of("start", start, ik::start_names));
  const auto are = static_cast<ik::TargetsAre>(index_of("draw", draw, ik::targets_names));
  const auto number = static_cast<uint64_t>(whole("seed", seed, 0, int64_t{1} << 53));
  const bool drawn = PyIndex_Check(targets.ptr()) && !py::isinstance<py::array>(targets);
  if (from == ik::StartFrom::Near && (!drawn || are != ik::TargetsAre::Reachable))
    throw base::Error(
        "start \"near\" is for reachable targets, which it draws near home; expected their number "
        "as targets, or another start");
  const Eigen::VectorXd& home = solver.pose().theta;
  if (drawn) {
    count = static_cast<int>(
        whole("the number of targets", targets.cast<int64_t>(), 1, lab::max_poses));
    return {solver.skeleton(), home, solver.held(), number, from, are};
  }
  std::vector<Eigen::Matrix3Xd> given = targets_in(solver.skeleton(), targets);
  count = static_cast<int>(given.size());
  return {solver.skeleton(), home, solver.held(), number, from, std::move(given)};
}

py::dict answer_of(const lab::Study& study, const ik::Skeleton& body, ik::ProblemSampler problems) {
  const auto count = static_cast<py::ssize_t>(study.limits.poses);
  const int n = body.joints(), k = body.effectors();
  Array theta(Shape{count, n}), targets(Shape{count, k, 3}), error(Shape{count}),
      max_step(Shape{count}), us(Shape{count});
  py::array_t<bool> solved(count), within_limits(count);
  py::array_t<int> ending(count), updates(count), restarts(count);
  double *pose = theta.mutable_data(), *target = targets.mutable_data();
  for (int i = 0; i < study.limits.poses; ++i) {
    const lab::Solve& one = study.at(0, i);
    problems.draw(static_cast<uint64_t>(i));
    write_all(problems.targets(), target);
    write_all(study.theta.col(i), pose);
    solved.mutable_at(i) = one.solved();
    within_limits.mutable_at(i) = one.within_limits;
    ending.mutable_at(i) = static_cast<int>(one.ending);
    updates.mutable_at(i) = one.updates;
    restarts.mutable_at(i) = one.restarts;
    error.mutable_at(i) = one.error;
    max_step.mutable_at(i) = one.max_step;
    us.mutable_at(i) = one.us;
  }
  py::dict answer;
  answer["theta"] = theta;
  answer["solved"] = solved;
  answer["error"] = error;
  answer["updates"] = updates;
  answer["restarts"] = restarts;
  answer["ending"] = ending;
  answer["max_step"] = max_step;
  answer["within_limits"] = within_limits;
  answer["us"] = us;
  answer["targets"] = targets;
  return answer;
}

py::dict solve(const Simulation& given, const py::object& targets, const std::string& draw,
               const std::string& start, double tolerance, int64_t updates, int64_t restarts,
               int64_t seed, const std::optional<int64_t>& threads) {
  if (!(tolerance > 0) || std::isinf(tolerance))
    throw base::Error("tolerance is " + base::shortest(tolerance) + "; expected a number above 0");
  sim::Simulation simulation = given.now();
  lab::begin_solving(simulation, {given.keys().begin(), given.keys().end()});
  const ik::Solver& solver = simulation.run().solver();
  lab::Study study{.scene = given.name(),
                   .methods = {std::string(solver.method().name)},
                   .limits = {.seed = seed,
                              .updates = whole("updates", updates, 0, 1'000'000),
                              .restarts = whole("restarts", restarts, 0, 1'000'000),
                              .tolerance = tolerance},
                   .keeps_theta = true,
                   .in_lanes = true};
  const ik::ProblemSampler problems =
      problems_of(solver, targets, draw, start, seed, study.limits.poses);
  const int workers = threads_of(threads);
  {
    const Unlocked unlocked;
    lab::solve(study, {&solver}, problems, workers, {});
  }
  return answer_of(study, solver.skeleton(), problems);
}

/// Returns what a plot says of each metric; it shows `times` the value.
py::list metrics() {
  py::list all;
  for (const auto& table : {sim::metrics(), sim::search_metrics()})
    for (const sim::Metric& metric : table) {
      py::dict one;
      one["key"] = std::string(metric.key);
      one["title"] = std::string(metric.title);
      one["unit"] = std::string(metric.unit);
      one["times"] = metric.times;
      one["log"] = metric.scale == base::Scale::Log;
      all.append(one);
    }
  return all;
}

}  // namespace

void declare_studies(py::module_& module) {
  module.def("measure", &measure);
  module.def("explain", &explain);
  module.def("map", &map);
  module.def("solve", &solve);
  module.def("metrics", &metrics);
  module.def("quantities", &quantities);
  module.def("listed", [](const std::string& what) { return lab::listed(what); });
  module.attr("endings") = tuple_of({std::begin(ik::ending_names), std::end(ik::ending_names)});
  module.attr("most_oscillation") = sim::shaking;
}

}  // namespace python
