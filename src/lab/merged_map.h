#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace lab {

/// Merges several parts of a map, or of solves, into the file that a single computation would have
/// written. Throws base::Error with file and line if one of them is neither, is damaged or
/// truncated, or if they are of different maps or studies, contradict each other, or lack cells.
std::string merged(const std::vector<std::filesystem::path>& files);

}  // namespace lab
