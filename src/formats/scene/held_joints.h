#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.h"

namespace formats {

/// The coordinates, in ascending order, that a name in `held`, --hold or --release stands for: one,
/// those of a joint that has several, or, "recording", those that follow the scene's recording.
/// Throws base::Error with a suggestion.
std::vector<int> find_joints(const sim::Scene& scene, std::string_view name);

/// The fewest such names for coordinates in ascending order.
std::vector<std::string> names_of_joints(const sim::Scene& scene, const std::vector<int>& joints);

}  // namespace formats
