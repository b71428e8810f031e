#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.h"

namespace formats {

/// Returns the coordinates, in ascending order, that a name in `held`, --hold or --release stands
/// for: one, all those of a compound joint, or, for "recording", those that follow the scene's
/// recording. Throws base::Error with a suggestion.
std::vector<int> find_joints(const sim::Scene& scene, std::string_view name);

/// Returns the fewest such names for coordinates in ascending order.
std::vector<std::string> names_of_joints(const sim::Scene& scene, const std::vector<int>& joints);

}  // namespace formats
