#include "sweep/grid.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "sweep/geometry.h"

namespace sweep {
namespace {

constexpr int coarsest = 8;

/// A map starts from the start pose, but for joints that are held.
void hold_where_they_are(const sim::Simulation& simulation, sim::Scene& scene) {
  const Eigen::VectorXd& now = simulation.run().solver().pose().theta;
  const Eigen::VectorXd start = scene.skeleton->start();
  if (scene.theta.empty()) scene.theta.assign(start.begin(), start.end());
  for (const int j : scene.held) scene.theta[j] = now[j];
}

}  // namespace

bool Grid::operator==(const Grid& other) const {
  return (scene == other.scene || *scene == *other.scene) && x == other.x && y == other.y &&
         steps == other.steps && warmup == other.warmup && solves == other.solves &&
         restarts == other.restarts;
}

std::vector<Grid::AxisIndex> Grid::indices(int cell) const {
  std::vector<AxisIndex> indices{{&x, cell % columns()}};
  if (y) indices.push_back({&*y, cell / columns()});
  return indices;
}

Grid grid_of(const sim::Simulation& simulation, Axis x, std::optional<Axis> y) {
  if (y && y->key == x.key) throw base::Error("both axes are {}; expected two parameters", x.key);
  for (const Axis* axis : {&x, y ? &*y : &x}) {
    const base::Parameter& parameter = parameter_of(simulation, axis->key);
    if (!can_be_axis(parameter))
      throw base::Error("{} cannot be an axis: a cell of a map runs a single body", axis->key);
    for (int i = 0; i < axis->count; ++i) base::check(parameter, axis->value(i));
  }

  sim::Scene scene = simulation.snapshot();
  static_cast<sim::RunSpec&>(scene) = simulation.run().spec(simulation.run().settings());
  scene.others.clear();
  scene.theta = simulation.scene().theta;
  if (!scene.held.empty()) hold_where_they_are(simulation, scene);
  scene.time = simulation.scene().time;
  const base::Settings& world = simulation.world();
  for (const base::Parameter& parameter : world.table()) {
    const bool judges = parameter.key == sim::world::hit_distance().key ||
                        parameter.key == sim::world::hit_angle_deg().key;
    if (world[parameter] != parameter.default_value && (judges || can_be_axis(parameter)))
      scene.settings.emplace_back(parameter.key, base::to_text(parameter, world[parameter]));
  }

  // Equal for equal maps: settings of the axes are omitted, their prerequisites appended.
  const auto forget = [&](std::string_view key) {
    std::erase_if(scene.settings, [&](const auto& setting) { return setting.first == key; });
  };
  for (const Axis* axis : {&x, y ? &*y : &x}) forget(axis->key);
  for (const Axis* axis : {&x, y ? &*y : &x}) {
    const base::Parameter& parameter = parameter_of(simulation, axis->key);
    const auto& [key, choices] = parameter.needs;
    if (key.empty() || key == x.key || (y && key == y->key)) continue;
    const base::Settings& settings = simulation.run().settings();
    forget(key);
    scene.settings.emplace_back(
        key, settings.has_effect(parameter) ? settings.text(key) : std::string(choices.front()));
  }
  const bool followed = std::ranges::any_of(
      scene.targets, [](const sim::TargetSpec& target) { return !target.manual.follows.empty(); });
  if (!followed) scene.paths.clear();
  return {.scene = std::make_shared<const sim::Scene>(std::move(scene)),
          .x = std::move(x),
          .y = std::move(y)};
}

const std::vector<const sim::Metric*>& metrics(bool solves) {
  const auto those = [](std::span<const sim::Metric> all) {
    std::vector<const sim::Metric*> of_cells;
    for (const sim::Metric& metric : all)
      if (metric.in_maps()) of_cells.push_back(&metric);
    return of_cells;
  };
  static const std::vector<const sim::Metric*> of_runs = those(sim::metrics()),
                                               of_searches = those(sim::search_metrics());
  return solves ? of_searches : of_runs;
}

const Cell* Result::cell_to_show(int column, int row) const {
  for (int size = 1; size <= coarsest; size *= 2) {
    const Cell& cell = at(column / size * size, row / size * size);
    if (cell.is_computed) return &cell;
  }
  return nullptr;
}

int Result::level() const {
  const auto all_there = [&](int size) {
    for (int row = 0; row < grid.rows(); row += size)
      for (int column = 0; column < grid.columns(); column += size)
        if (!at(column, row).is_computed) return false;
    return true;
  };
  int level = 0;
  for (int size = coarsest; size >= 1 && all_there(size); size /= 2) level = size;
  return level;
}

std::vector<double> Result::values(const sim::Metric& metric) const {
  std::vector<double> all;
  all.reserve(cells.size());
  const double times = metric.unit_for(*grid.scene->skeleton).factor;
  for (const Cell& cell : cells) {
    const bool has = cell.is_computed && !metric.is_missing(cell);
    all.push_back(has ? times * (cell.*metric.value) : std::numeric_limits<double>::quiet_NaN());
  }
  return all;
}

std::vector<int> coarse_to_fine(const Grid& grid) {
  std::vector<int> all;
  all.reserve(static_cast<size_t>(grid.cells()));
  for (int size = coarsest; size >= 1; size /= 2)
    for (int row = 0; row < grid.rows(); row += size)
      for (int column = 0; column < grid.columns(); column += size) {
        const bool seen = size < coarsest && column % (2 * size) == 0 && row % (2 * size) == 0;
        if (!seen) all.push_back(row * grid.columns() + column);
      }
  return all;
}

}  // namespace sweep
