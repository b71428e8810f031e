#include "sweep/grid.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "base/text.h"

namespace sweep {
namespace {

constexpr int coarsest = 8;

}  // namespace

bool Grid::operator==(const Grid& other) const {
  return (scene == other.scene || *scene == *other.scene) && x == other.x && y == other.y &&
         steps == other.steps && warmup == other.warmup;
}

Grid grid_of(const sim::Simulation& simulation, Axis x, std::optional<Axis> y) {
  if (y && y->key == x.key)
    throw base::Error("both axes are " + x.key + "; expected two parameters");
  for (const Axis* axis : {&x, y ? &*y : &x}) {
    const base::Parameter& parameter = simulation.parameter(axis->key);
    if (!can_be_axis(parameter))
      throw base::Error(axis->key + " cannot be an axis: a cell of a map is run with one body");
    for (int i = 0; i < axis->count; ++i) base::check(parameter, axis->value(i));
  }

  sim::Scene scene = simulation.snapshot();
  static_cast<sim::RunSpec&>(scene) = simulation.run().spec();
  scene.others.clear();
  scene.theta = simulation.scene().theta;
  scene.time = simulation.scene().time;
  const base::Settings& world = simulation.world();
  for (const base::Parameter& parameter : world.table())
    if (world[parameter] != parameter.default_value && can_be_axis(parameter))
      scene.settings.emplace_back(parameter.key, base::to_text(parameter, world[parameter]));

  // Equal for equal maps: what the axes set is not said, what they need always is, at the end.
  const auto forget = [&](std::string_view key) {
    std::erase_if(scene.settings, [&](const auto& setting) { return setting.first == key; });
  };
  for (const Axis* axis : {&x, y ? &*y : &x}) forget(axis->key);
  for (const Axis* axis : {&x, y ? &*y : &x}) {
    const base::Parameter& parameter = simulation.parameter(axis->key);
    const auto& [key, choices] = parameter.needs;
    if (key.empty() || key == x.key || (y && key == y->key)) continue;
    const base::Settings& settings = simulation.run().settings();
    forget(key);
    scene.settings.emplace_back(
        key, settings.acts(parameter) ? settings.text(key) : std::string(choices.front()));
  }
  const bool followed = std::ranges::any_of(
      scene.targets, [](const sim::TargetSpec& target) { return !target.manual.follows.empty(); });
  if (!followed) scene.paths.clear();
  return {.scene = std::make_shared<const sim::Scene>(std::move(scene)),
          .x = std::move(x),
          .y = std::move(y)};
}

std::span<const Measure> measures() {
  using base::Scale;
  static const Measure all[] = {
      {"mean_total_error", "mean total error", "scene units", &Cell::mean_total_error, Scale::Log},
      {"max_total_error", "greatest total error", "scene units", &Cell::max_total_error,
       Scale::Log},
      {"hit_share", "hit share", "of effector-steps", &Cell::hit_share},
      {"oscillation_mean", "oscillation", "rad per step²", &Cell::oscillation_mean, Scale::Log},
      {"oscillation_p99", "oscillation, 99th percentile", "rad per step²", &Cell::oscillation_p99,
       Scale::Log},
      {"oscillation_max", "greatest oscillation", "rad per step²", &Cell::oscillation_max,
       Scale::Log},
      {"reversals", "reversals", "of steps", &Cell::reversals},
      {"max_step", "largest step of a joint", "rad or scene units", &Cell::max_step, Scale::Log},
      {"clamped_share", "clamped", "of steps", &Cell::clamped_share},
  };
  return all;
}

const Measure& find_measure(std::string_view key) {
  std::string known;
  for (const Measure& measure : measures()) {
    if (measure.key == key) return measure;
    known += (known.empty() ? "" : ", ") + std::string(measure.key);
  }
  throw base::Error("there is no measure " + base::in_quotes(key) + "; there are " + known);
}

const Measure& error_measure() {
  static const Measure& found = find_measure("mean_total_error");
  return found;
}

const Measure& oscillation_measure() {
  static const Measure& found = find_measure("oscillation_mean");
  return found;
}

const Cell* Result::shown(int column, int row) const {
  for (int size = 1; size <= coarsest; size *= 2) {
    const Cell& cell = at(column / size * size, row / size * size);
    if (cell.there) return &cell;
  }
  return nullptr;
}

int Result::level() const {
  const auto all_there = [&](int size) {
    for (int row = 0; row < grid.rows(); row += size)
      for (int column = 0; column < grid.columns(); column += size)
        if (!at(column, row).there) return false;
    return true;
  };
  int level = 0;
  for (int size = coarsest; size >= 1 && all_there(size); size /= 2) level = size;
  return level;
}

std::vector<double> Result::values(const Measure& measure) const {
  std::vector<double> all;
  all.reserve(cells.size());
  for (const Cell& cell : cells)
    all.push_back(cell.there ? cell.*measure.of : std::numeric_limits<double>::quiet_NaN());
  return all;
}

std::vector<int> order(const Grid& grid) {
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
