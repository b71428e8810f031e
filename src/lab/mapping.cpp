#include "lab/mapping.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <limits>
#include <optional>
#include <set>
#include <thread>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "lab/progress.h"
#include "sweep/axis_choices.h"
#include "sweep/best.h"
#include "sweep/cell_runner.h"
#include "sweep/geometry.h"
#include "sweep/picture.h"

namespace lab {

void add_map_options(cli::CommandLine& line, MapOptions& options) {
  cli::add_scene_option(line, options);
  cli::add_method_option(line, options);
  cli::add_set_option(line, options);
  cli::add_joint_options(line, options);
  add_length_options(line, options.length);
  add_threads_option(line, options.threads);
  line.not_negative("--max-oscillation", options.most_oscillation,
                    "A run that oscillates more (mean, rad/step²) counts as shaking");
}

sweep::Axis parse_axis(const std::string& text, const sim::Simulation& simulation) {
  const std::string key = text.substr(0, text.find('='));
  if (!sweep::is_geometry(key)) formats::find_parameter(simulation, key);
  return sweep::parse_axis(text, simulation);
}

sim::Simulation start(const MapOptions& options) {
  sim::Simulation simulation = std::move(*prepare(options).simulation);
  print_notices(simulation.scene());
  return simulation;
}

sweep::Result computed(const sweep::Grid& grid, int threads, sweep::Part part) {
  using namespace std::chrono_literals;
  sweep::Sampler sampler(jobs::threads(threads, jobs::Priority::Normal));
  sampler.sample(grid, part);
  Progress progress(grid.scene->method, sampler.total());
  while (sampler.busy()) {
    cli::stop_if_interrupted();
    if (!sampler.poll()) std::this_thread::sleep_for(1ms);
    progress.set(sampler.done());
  }
  return sampler.result();
}

namespace {
/// Returns keys and texts of a cell's values.
std::vector<formats::KeyValue> values_of(const sweep::Grid& grid, int cell) {
  std::vector<formats::KeyValue> values;
  for (const sweep::Grid::Place& place : grid.places(cell))
    values.push_back(
        {place.axis->key, base::to_text(sweep::parameter_of(grid, *place.axis), place.value())});
  return values;
}
}  // namespace

std::string setting_of(const sweep::Grid& grid, int cell) {
  std::string text;
  for (const auto& [key, value] : values_of(grid, cell))
    text += (text.empty() ? "" : ", ") + key + " " + value;
  return text;
}

std::vector<std::string> settings_of(const sweep::Grid& grid, int cell) {
  std::vector<std::string> settings;
  for (const auto& [key, value] : grid.scene->settings) settings.push_back(key + "=" + value);
  for (const auto& [key, value] : values_of(grid, cell)) settings.push_back(key + "=" + value);
  return settings;
}

std::string options_of(const sweep::Grid& grid, int cell) {
  std::string text;
  for (const std::string& setting : settings_of(grid, cell)) text += " --set " + setting;
  return text;
}

std::string in_shell(const std::string& word) {
  const bool plain = std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("-_./").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : base::printable(word))
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string metrics_of(const sweep::Cell& cell, const ik::Skeleton& body) {
  const sim::Metric& error = sim::error_metric();
  const bool named = body.unit() || error.unit_for(body).name == "°";
  return "error " + base::significant(error.shown(cell, body), 4) +
         (named ? " " + std::string(error.unit_for(body).name) : "") + ", oscillation " +
         base::significant(sweep::shown(cell.oscillation_mean), 3) + " mrad/step²";
}

std::string best_lines(const sweep::Result& result, double most_oscillation) {
  const auto line = [&](std::optional<int> cell) {
    return cell ? setting_of(result.grid, *cell) + ": " +
                      metrics_of(result.cells[static_cast<size_t>(*cell)],
                                 *result.grid.scene->skeleton)
                : std::string("none");
  };
  constexpr double any = std::numeric_limits<double>::infinity();
  const std::string note = sweep::task_note(result.grid);
  return "least error                   " + line(sweep::least_error(result, any)) + "\n" +
         "least error without shaking   " + line(sweep::least_error(result, most_oscillation)) +
         "\n" + (note.empty() ? "" : base::capitalized(note) + ".\n");
}

namespace {

/// Returns whether an axis has ends: "lambda=0.2:2" does, "lambda" does not.
bool has_ends(const std::string& over) { return over.find('=') != over.npos; }

/// Returns the best cell after running it alone. Eight cells at once give the same up to rounding,
/// which a shaking run amplifies.
std::optional<int> best_alone(const sweep::Grid& grid, sweep::Result& result,
                              double most_oscillation) {
  const sweep::CellRunner runner(grid);
  std::set<int> alone;
  for (;;) {
    const std::optional<int> found = sweep::least_error(result, most_oscillation);
    if (!found || !alone.insert(*found).second) return found;
    jobs::Slices running = runner.run(*found, result.cells[static_cast<size_t>(*found)]);
    while (running.advance()) cli::stop_if_interrupted();
  }
}

std::vector<sweep::Axis> axes_of(const TuneOptions& options, const sim::Simulation& simulation) {
  std::vector<std::string> over = options.over;
  if (over.empty())
    for (const base::Parameter* axis : sweep::usual_axes(simulation)) over.emplace_back(axis->key);
  if (over.size() > 2)
    throw base::Error("--over names " + std::to_string(over.size()) +
                      " parameters; expected one or two, such as lambda,dmax");
  std::vector<sweep::Axis> axes;
  for (const std::string& text : over)
    axes.push_back(has_ends(text) ? parse_axis(text, simulation)
                                  : sweep::default_axis(formats::find_parameter(simulation, text),
                                                        options.values));
  return axes;
}

/// A grid of these axes and its best cell, if there is one that does not shake.
struct Round {
  sweep::Grid grid;
  sweep::Result result;
  std::optional<int> found;
};

Round tried(const TuneOptions& options, const sim::Simulation& simulation,
            const std::vector<sweep::Axis>& axes) {
  sweep::Grid grid =
      sweep::grid_of(simulation, axes[0], axes.size() > 1 ? std::optional(axes[1]) : std::nullopt);
  grid.steps = options.length.steps;
  grid.warmup = options.length.warmup;
  Round round{grid, computed(grid, options.threads), {}};
  round.found = best_alone(grid, round.result, options.most_oscillation);
  return round;
}

/// Extends an axis if the best cell is at an end that the user has not set. While all cells shake,
/// the one with the least oscillation counts. Returns whether an axis has changed.
bool widen(const TuneOptions& options, const Round& round, std::vector<sweep::Axis>& axes,
           std::vector<std::string>& widened) {
  const int best = round.found ? *round.found : *sweep::quietest(round.result);
  bool any = false;
  for (const sweep::Edge& edge : sweep::edges_of(round.grid, best)) {
    if (std::ranges::any_of(options.over, [&](const std::string& text) {
          return has_ends(text) && text.substr(0, text.find('=')) == edge.key;
        }))
      continue;
    sweep::Axis& axis = *std::ranges::find(axes, edge.key, &sweep::Axis::key);
    const sweep::Axis wide = sweep::beyond(round.grid, edge);
    if (wide == axis) continue;
    axis = wide;
    any = true;
    if (std::ranges::find(widened, edge.key) == widened.end()) widened.push_back(edge.key);
  }
  return any;
}

}  // namespace

Best tuned(const TuneOptions& options, const sim::Simulation& simulation) {
  std::vector<sweep::Axis> axes = axes_of(options, simulation);
  std::vector<std::string> widened;
  Round round = tried(options, simulation, axes);
  for (int i = 0; i < sweep::most_widenings && widen(options, round, axes, widened); ++i)
    round = tried(options, simulation, axes);
  if (!round.found) {
    const int quiet = *sweep::quietest(round.result);
    throw base::Error(
        "every setting tried oscillates more than " +
        base::short_number(sweep::shown(options.most_oscillation)) +
        " mrad/step²; the quietest is " + setting_of(round.grid, quiet) + ", " +
        metrics_of(round.result.cells[static_cast<size_t>(quiet)], *round.grid.scene->skeleton));
  }
  const int best = *round.found;
  return {round.grid, best, round.result.cells[static_cast<size_t>(best)],
          sweep::edges_of(round.grid, best), std::move(widened)};
}

}  // namespace lab
