// ikscope-lab tune: the setting with the least error among those that do not shake.

#include <algorithm>
#include <cctype>
#include <iostream>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "ik/methods/common.h"
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

constexpr int coarse = 24, fine = 9, rounds = 3;

/// The damping and D_max, those that the method has.
std::vector<std::string> usual(const sim::Simulation& simulation) {
  std::vector<std::string> keys;
  for (const std::string_view key : {std::string_view("lambda"), ik::common::dmax().key})
    if (simulation.run().settings().has(key)) keys.emplace_back(key);
  return keys;
}

/// The same axis around value i, from the value before it to the one after; a choice stays.
sweep::Axis around(const sweep::Axis& axis, int i) {
  sweep::Axis finer = axis;
  finer.from = axis.value(i - 1);
  finer.to = axis.value(i + 1);
  finer.count =
      axis.whole ? static_cast<int>(std::min(fine - 1.0, finer.to - finer.from)) + 1 : fine;
  return finer;
}

struct Best {
  sweep::Grid grid;
  int number;
  sweep::Cell cell;
};

/// The best cell, as it runs alone: eight at once are the same up to rounding, which a run that
/// shakes amplifies.
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

/// A coarse grid, then finer ones about the best so far.
Best tuned(const TuneOptions& options, const sim::Simulation& simulation) {
  std::vector<std::string> over = options.over.empty() ? usual(simulation) : options.over;
  if (over.empty() || over.size() > 2)
    throw base::Error("--over names " + std::to_string(over.size()) +
                      " parameters; expected one or two, such as lambda,dmax");
  std::vector<sweep::Axis> axes;
  for (const std::string& text : over) {
    axes.push_back(text.find('=') == text.npos
                       ? sweep::default_axis(formats::find_parameter(simulation, text), coarse)
                       : parse_axis(text, simulation));
  }
  std::optional<Best> best;
  for (int round = 0; round <= rounds; ++round) {
    sweep::Grid grid = sweep::grid_of(simulation, axes[0],
                                      axes.size() > 1 ? std::optional(axes[1]) : std::nullopt);
    grid.steps = options.length.steps;
    grid.warmup = options.length.warmup;
    sweep::Result result = computed(grid, options.threads);
    const std::optional<int> found = best_alone(grid, result, options.most_oscillation);
    if (!found && !best) {
      const int quiet = *sweep::quietest(result);
      throw base::Error(
          "every setting tried oscillates more than " +
          base::short_number(sweep::shown(options.most_oscillation)) +
          " mrad/step²; the quietest is " + setting_of(grid, quiet) + ", " +
          metrics_of(result.cells[static_cast<size_t>(quiet)], *grid.scene->skeleton));
    }
    if (found) {
      const sweep::Cell& cell = result.cells[static_cast<size_t>(*found)];
      if (!best || cell.mean_total_error < best->cell.mean_total_error) best = {grid, *found, cell};
    }
    axes[0] = around(best->grid.x, best->number % best->grid.columns());
    if (axes.size() > 1) axes[1] = around(*best->grid.y, best->number / best->grid.columns());
  }
  return *best;
}

ordered_json to_json(const Best& best, const TuneOptions& options) {
  const sweep::Grid& grid = best.grid;
  ordered_json settings = ordered_json::object();
  const auto add = [&](const sweep::Axis& axis, int i) {
    const base::Parameter& parameter = sweep::parameter_of(grid, axis);
    if (parameter.choices.empty())
      settings[axis.key] = axis.value(i);
    else
      settings[axis.key] = base::to_text(parameter, axis.value(i));
  };
  add(grid.x, best.number % grid.columns());
  if (grid.y) add(*grid.y, best.number / grid.columns());
  ordered_json json = {{"scene", options.scene},
                       {"method", grid.scene->method},
                       {"steps", grid.steps},
                       {"warmup", grid.warmup},
                       {"max_oscillation", options.most_oscillation},
                       {"best", settings}};
  for (const sim::Metric* metric : sweep::metrics()) json[metric->key] = best.cell.*metric->value;
  return json;
}

/// A word of a shell's command line.
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
            << metrics_of(best.cell, *best.grid.scene->skeleton) << "\n\nikscope-lab run --scene "
            << in_shell(options.scene) << " --method " << best.grid.scene->method << " --steps "
            << best.grid.steps << " --warmup " << best.grid.warmup
            << options_of(best.grid, best.number) << "\n";
}

std::function<int()> declare_tune(cli::CommandLine& line) {
  auto options = std::make_shared<TuneOptions>();
  add_map_options(line, *options);
  line.list("--over", options->over, "KEY,...",
            "One or two parameters, or axes as for map; default: lambda and dmax", ',');
  line.flag("--json", options->json, "Prints JSON");
  return [options] {
    tune(*options);
    return 0;
  };
}

}  // namespace

void declare_tune(base::Registry<Subcommand>& subcommands) {
  subcommands.add(
      {"tune", "Finds the setting with the least error that does not shake.", 12, declare_tune});
}

}  // namespace lab
