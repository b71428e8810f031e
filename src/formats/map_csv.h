#pragma once
#include <string>

#include "sweep/grid.h"
#include "sweep/sampler.h"

namespace formats {

/// Returns a map as CSV: a header of # lines, titles, then a row per cell with its number, its
/// values on the axes and its metrics. All digits are written, so that the file reads back exactly.
std::string map_csv(const sweep::Result& result, const std::string& scene, sweep::Shard shard = {});

/// Returns the line of titles for the keys of the axes; y is empty in a sweep.
std::string csv_titles(const std::string& x, const std::string& y, bool of_searches = false);

}  // namespace formats
