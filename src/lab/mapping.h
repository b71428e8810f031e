#pragma once
#include <functional>
#include <string>
#include <vector>

#include "lab/experiment.h"
#include "lab/json.h"
#include "sim/metrics/measurement.h"
#include "sweep/choose/tuning.h"
#include "sweep/grid.h"
#include "sweep/sampler.h"

namespace lab {

/// The options that map, sweep and tune share.
struct MapOptions : formats::RunOptions {
  RunLength length{.steps = 600, .warmup = 120};
  int threads = jobs::core_count();
  double most_oscillation = sim::shaking;
};
void add_map_options(cli::CommandLine& line, MapOptions& options);

/// Calls sweep::parse_axis(), and suggests a key if the given one is unknown; `of_searches`: one of
/// those that matter to searches. Throws base::Error.
sweep::Axis parse_axis(const std::string& text, const sim::Simulation& simulation,
                       bool of_searches = false);

/// Returns the simulation of the scene with the method and settings of the options.
sim::Simulation start_simulation(const MapOptions& options);

/// Waits until work in the background is done, and shows a progress bar: `advance` returns whether
/// there is more to do, `progress` the fraction done. Throws Interrupted.
void wait_for(std::string label, const std::function<bool()>& advance,
              const std::function<double()>& progress);

/// Computes all cells, or those of a part, and shows a progress bar. Throws Interrupted.
sweep::Result compute_cells(const sweep::Grid& grid, int threads, sweep::Shard part = {});

/// Returns everything that a simulation has to be given to run as the cell does, by key.
ordered_json settings_json(const sweep::Grid& grid, int cell);

struct TuneOptions : MapOptions {
  std::vector<std::string> over = {};  ///< one or two parameters, or axes KEY=FROM:TO
  int values = sweep::default_count;   ///< of an axis without ends
  bool json = false;
};

/// Searches the grid of the window's map (sweep::tune). Throws base::Error, Interrupted.
sweep::Best find_best(const TuneOptions& options, const sim::Simulation& simulation);

}  // namespace lab
