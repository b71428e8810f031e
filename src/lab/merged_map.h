#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace lab {

/// Merges several parts of a map, as if computed at once. Throws base::Error with file and line if
/// one of them is not a map, is damaged or truncated, or if they are of different maps, contradict
/// each other, or cells are missing.
std::string merged(const std::vector<std::filesystem::path>& files);

}  // namespace lab
