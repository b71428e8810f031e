#pragma once
#include <array>
#include <string>
#include <vector>

#include "sweep/axis.h"

namespace sweep {

/// The possible axes of a map of the selected run: every parameter of its method and of the world
/// that has an effect, or would have one if its prerequisite were switched on.
std::vector<const base::Parameter*> axis_parameters(const sim::Simulation& simulation);

/// The two initial axes of a map, and what is tuned: λ and D_max, else those of the method's own
/// parameters that have an effect, else common ones.
std::array<const base::Parameter*, 2> usual_axes(const sim::Simulation& simulation);

/// The two initial axes of searches: where the first two joints that can be set start.
std::array<const base::Parameter*, 2> start_axes(const ik::Skeleton& body);

bool has_parameter(const ik::MethodInfo& method, std::string_view key);
/// Returns whether a method has both axes.
bool can_show(const ik::MethodInfo& method, const ik::Skeleton& skeleton,
              const std::vector<std::string>& axes);

}  // namespace sweep
