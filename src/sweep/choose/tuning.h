#pragma once
#include <string>
#include <utility>
#include <vector>

#include "sweep/background.h"
#include "sweep/best.h"
#include "sweep/grid.h"

namespace sweep {

using KeysAndTexts = std::vector<std::pair<std::string, std::string>>;

struct TuneRequest {
  std::vector<Axis> axes = {};  ///< one or two
  std::vector<std::string> fixed =
      {};  ///< keys of axes that must not be widened, since the user set them
  int64_t steps = 600, warmup = 120;
  double most_oscillation = sim::shaking;
};

/// The best cell of the grid that was searched last.
struct Best {
  Grid grid = {};
  int cell_index = 0;
  Cell cell = {};
  std::vector<Edge> edges = {};           ///< the ends of axes at which it is
  std::vector<std::string> widened = {};  ///< the keys of axes that were widened
};

/// Searches the grid of these axes, and widens it until the best cell is inside: the one with the
/// least error of those that do not shake. The best cells are computed again alone, since several
/// at once give the same up to rounding. Throws base::Error if every setting tried shakes.
jobs::Slices tune(Background& background, const sim::Simulation& simulation, TuneRequest request,
                  Best& best);

/// Returns a cell's values, or all its settings, the scene's before them.
KeysAndTexts values_of(const Grid& grid, int cell);
KeysAndTexts settings_of(const Grid& grid, int cell);
/// "lambda 0.5, dmax 0.2"
std::string text_of(const KeysAndTexts& values);
/// Returns the values of a cell: "lambda 0.5, dmax 0.2".
std::string setting_of(const Grid& grid, int cell);
/// Returns the metrics of a cell: "error 0.43, oscillation 0.0012".
std::string metrics_of(const Cell& cell, const ik::Skeleton& body);

}  // namespace sweep
