#pragma once
#include <string>
#include <vector>

#include "lab/mapping.h"
#include "sweep/best.h"

namespace lab {

struct TuneOptions : MapOptions {
  std::vector<std::string> over = {};  ///< one or two parameters, or axes; empty: the usual ones
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
