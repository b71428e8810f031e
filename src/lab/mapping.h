#pragma once
#include <string>

#include "lab/experiment.h"
#include "map/grid.h"
#include "map/sampler.h"
#include "sim/diagnosis.h"

namespace lab {

/// What map, sweep and tune have in common.
struct MapOptions : scene::RunOptions {
  Length length{.steps = 600, .warmup = 120};
  int threads = map::all_cores();
  double most_oscillation = sim::shaking;
};
void add_map_options(CommandLine& line, MapOptions& options);

/// "2/5": the second of five parts. Throws ik::Error.
map::Part parse_part(const std::string& text);

/// map::parse_axis(), with what may have been meant by a key that is unknown. Throws ik::Error.
map::Axis parse_axis(const std::string& text, const sim::Simulation& simulation);

/// The scene with method and settings of the options.
sim::Simulation start(const MapOptions& options);

/// Computes all cells, or those of a part, with a bar on the terminal. Throws Interrupted.
map::Result computed(const map::Grid& grid, int threads, map::Part part = {});

/// "lambda 0.5, dmax 0.2" of a cell.
std::string setting_of(const map::Grid& grid, int cell);
/// " --set lambda=0.5 --set dmax=0.2 ...": what makes `ikscope-lab run` compute a cell.
std::string options_of(const map::Grid& grid, int cell);
/// "error 0.43, oscillation 0.0012"
std::string measures_of(const map::Cell& cell);
/// What is best, in two lines: of all, and of those that do not shake.
std::string best_lines(const map::Result& result, double most_oscillation);

}  // namespace lab
