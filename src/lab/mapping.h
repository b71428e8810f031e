#pragma once
#include <string>
#include <vector>

#include "lab/experiment.h"
#include "sim/metrics/measurement.h"
#include "sweep/best.h"
#include "sweep/grid.h"
#include "sweep/sampler.h"

namespace lab {

/// The options that map, sweep and tune share.
struct MapOptions : formats::RunOptions {
  Length length{.steps = 600, .warmup = 120};
  int threads = jobs::all_cores();
  double most_oscillation = sim::shaking;
};
void add_map_options(cli::CommandLine& line, MapOptions& options);

/// Calls sweep::parse_axis(), and suggests a key if the given one is unknown. Throws base::Error.
sweep::Axis parse_axis(const std::string& text, const sim::Simulation& simulation);

/// Starts the scene with method and settings of the options.
sim::Simulation start(const MapOptions& options);

/// Computes all cells, or those of a part, and shows a progress bar. Throws Interrupted.
sweep::Result computed(const sweep::Grid& grid, int threads, sweep::Part part = {});

/// Returns the settings with which `ikscope-lab run` computes a cell, KEY=VALUE each.
std::vector<std::string> settings_of(const sweep::Grid& grid, int cell);
/// Returns the setting of a cell: "lambda 0.5, dmax 0.2".
std::string setting_of(const sweep::Grid& grid, int cell);
/// Returns the options with which `ikscope-lab run` computes a cell: " --set lambda=0.5 --set
/// dmax=0.2 ...".
std::string options_of(const sweep::Grid& grid, int cell);
/// Quotes a word for a shell's command line.
std::string in_shell(const std::string& word);
/// Returns the metrics of a cell: "error 0.43, oscillation 0.0012".
std::string metrics_of(const sweep::Cell& cell, const ik::Skeleton& body);
/// Returns two lines: the best cell of all, and the best of those that do not shake; and what is to
/// be said of them if the task differs from cell to cell.
std::string best_lines(const sweep::Result& result, double most_oscillation);

struct TuneOptions : MapOptions {
  std::vector<std::string> over = {};  ///< one or two parameters, or axes
  int values = sweep::default_count;   ///< of an axis without ends
  bool json = false;
};

struct Best {
  sweep::Grid grid;
  int number;
  sweep::Cell cell;
  std::vector<sweep::Edge> edges = {};    ///< the ends of the grid at which the best is,
  std::vector<std::string> widened = {};  ///< and the keys whose axes were widened
};

/// Searches the grid of the window's map, and widens it until the best cell is inside. Throws
/// base::Error if every setting tried shakes.
Best tuned(const TuneOptions& options, const sim::Simulation& simulation);

}  // namespace lab
