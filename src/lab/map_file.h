#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "sweep/grid.h"
#include "sweep/sampler.h"

namespace lab {

/// A map as CSV: lines with a # that say of what, titles, then a row a cell: its number, the values
/// along the axes, the measures. All digits, so that it reads back exactly.
std::string map_csv(const sweep::Result& result, const std::string& scene, sweep::Part part = {});

/// Its line of titles, for the keys of the axes; y is empty in a sweep.
std::string titles(const std::string& x, const std::string& y);

/// Several parts of a map as one, as if computed at once. Throws base::Error if one of them is no
/// map, is damaged or cut, or if they are not of one map, contradict each other, or cells are
/// missing: which file, which line.
std::string merged(const std::vector<std::filesystem::path>& files);

}  // namespace lab
