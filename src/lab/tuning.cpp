#include "lab/tuning.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/numbers.h"
#include "cli/interrupt.h"
#include "sweep/axis_choices.h"
#include "sweep/cell_runner.h"
#include "sweep/picture.h"

namespace lab {
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
  if (options.over.size() > 2)
    throw base::Error("--over names " + std::to_string(options.over.size()) +
                      " parameters; expected one or two, such as lambda,dmax");
  std::vector<sweep::Axis> axes;
  if (options.over.empty())
    for (const base::Parameter* usual : sweep::usual_axes(simulation))
      axes.push_back(sweep::default_axis(*usual, options.values));
  for (const std::string& text : options.over)
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
