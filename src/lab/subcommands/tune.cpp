// ikscope-lab tune: finds the setting with the least error among those that do not shake.

#include <algorithm>
#include <cctype>
#include <iostream>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "formats/scene/held_joints.h"
#include "ik/methods/parts/common.h"
#include "lab/json.h"
#include "lab/mapping.h"
#include "lab/subcommand.h"
#include "sweep/best.h"
#include "sweep/cell_runner.h"
#include "sweep/picture.h"

namespace lab {
namespace {

struct TuneOptions : MapOptions {
  std::vector<std::string> over;
  bool json = false;
};

/// Returns whether an axis has ends: "lambda=0.2:2" does, "lambda" does not.
bool has_ends(const std::string& over) { return over.find('=') != over.npos; }

/// Returns the default axes: the damping and D_max, if the method has them.
std::vector<std::string> usual(const sim::Simulation& simulation) {
  const base::Settings& settings = simulation.run().settings();
  std::vector<std::string> keys;
  for (const char* key : {"lambda", "error_factor"})
    if (const base::Parameter* damping = settings.find(key);
        damping && settings.has_effect(*damping))
      keys.emplace_back(key);
  if (settings.has(ik::common::dmax().key)) keys.emplace_back(ik::common::dmax().key);
  return keys;
}

struct Best {
  sweep::Grid grid;
  int number;
  sweep::Cell cell;
  std::vector<sweep::Edge> edges = {};    ///< the ends of the grid at which the best is,
  std::vector<std::string> widened = {};  ///< and the keys whose axes were widened
};

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
  const std::vector<std::string> over = options.over.empty() ? usual(simulation) : options.over;
  if (over.empty() || over.size() > 2)
    throw base::Error("--over names " + std::to_string(over.size()) +
                      " parameters; expected one or two, such as lambda,dmax");
  std::vector<sweep::Axis> axes;
  for (const std::string& text : over)
    axes.push_back(has_ends(text) ? parse_axis(text, simulation)
                                  : sweep::default_axis(formats::find_parameter(simulation, text)));
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

/// Searches the grid of the window's map, and widens it until the best cell is inside.
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

ordered_json to_json(const Best& best, const TuneOptions& options) {
  const sweep::Grid& grid = best.grid;
  ordered_json settings = ordered_json::object();
  const auto add = [&](const sweep::Axis& axis, int i) {
    settings[axis.key] = value_json(sweep::parameter_of(grid, axis), axis.value(i));
  };
  add(grid.x, best.number % grid.columns());
  if (grid.y) add(*grid.y, best.number / grid.columns());
  ordered_json json = {{"scene", options.scene},
                       {"method", grid.scene->method},
                       {"steps", grid.steps},
                       {"warmup", grid.warmup},
                       {"max_oscillation", options.most_oscillation},
                       {"best", settings},
                       {"widened", best.widened}};
  json["edges"] = ordered_json::array();
  for (const sweep::Edge& edge : best.edges)
    json["edges"].push_back(
        {{"key", edge.key}, {"end", edge.upper ? "upper" : "lower"}, {"of_range", edge.of_range}});
  for (const sim::Metric* metric : sweep::metrics()) json[metric->key] = best.cell.*metric->value;
  return json;
}

/// Quotes a word for a shell's command line.
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

void tune(const TuneOptions& options) {
  const sim::Simulation simulation = start(options);
  const Best best = tuned(options, simulation);
  if (options.json) {
    std::cout << text_of(to_json(best, options));
    return;
  }
  std::cout << base::printable(options.scene) << ", " << best.grid.scene->method
            << ", oscillation at most "
            << base::short_number(sweep::shown(options.most_oscillation)) << " mrad/step²\n\n  "
            << setting_of(best.grid, best.number) << "\n  "
            << metrics_of(best.cell, *best.grid.scene->skeleton) << "\n";
  for (const std::string& key : best.widened)
    std::cout << "  " << base::name_of(simulation.parameter(key))
              << " was tried beyond its usual values because the best was at their end\n";
  for (const sweep::Edge& edge : best.edges)
    std::cout << "  " << sweep::said_of(best.grid, edge) << "\n";
  std::cout << "\nFound for these targets, from this start, in " << best.grid.steps
            << " steps; others may need another setting. To see it:\nikscope-lab run --scene "
            << in_shell(options.scene) << " --method " << best.grid.scene->method << " --steps "
            << best.grid.steps << " --warmup " << best.grid.warmup
            << options_of(best.grid, best.number);
  const sim::Scene& scene = *best.grid.scene;
  for (size_t j = 0; j < scene.stiffness.size(); ++j)
    if (const ik::Joint& joint = scene.skeleton->joint(static_cast<int>(j));
        scene.stiffness[j] != joint.stiffness)
      std::cout << " --stiffness "
                << in_shell(joint.name + "=" + base::shortest(scene.stiffness[j]));
  for (const std::string& name : formats::names_of_joints(scene, scene.held))
    std::cout << " --hold " << in_shell(name);
  std::cout << "\n";
}

void add_tune_options(cli::CommandLine& line, TuneOptions& options) {
  add_map_options(line, options);
  line.list("--over", options.over, "KEY,...",
            "One or two parameters, or axes as for map; default: lambda and dmax", ',');
  line.flag("--json", options.json, "Prints JSON");
}

}  // namespace

void declare_tune(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"tune", "Finds the setting with the least error that does not shake.", 12,
                   declared(add_tune_options, tune)});
}

}  // namespace lab
