#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "sweep/grid.h"
#include "sweep/sampler.h"

namespace lab {

/// A map as CSV: a header of # lines, titles, then a row per cell: its number, its values on the
/// axes, its metrics. Written with all digits, so that it reads back exactly.
std::string map_csv(const sweep::Result& result, const std::string& scene, sweep::Part part = {});

/// Its line of titles, for the keys of the axes; y is empty in a sweep.
std::string titles(const std::string& x, const std::string& y);

/// Merges several parts of a map, as if computed at once. Throws base::Error with file and line if
/// one of them is not a map, is damaged or truncated, or if they are of different maps, contradict
/// each other, or cells are missing.
std::string merged(const std::vector<std::filesystem::path>& files);

}  // namespace lab
