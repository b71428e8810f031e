#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "map/grid.h"
#include "map/sampler.h"

namespace lab {

/// A map as CSV: lines with a # that say of what, titles, then a row a cell: its number, the values
/// along the axes, the measures. All digits, so that it reads back exactly.
std::string map_csv(const map::Result& result, const std::string& scene, map::Part part = {});

/// Several parts of a map as one, as if computed at once. Throws ik::Error if they are not of one
/// map, contradict each other, or cells are missing, and says which.
std::string merged(const std::vector<std::filesystem::path>& files);

}  // namespace lab
