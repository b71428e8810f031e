#pragma once
#include <string>
#include <vector>

#include "ik/model/skeleton.h"

namespace formats {

/// Joints that follow another (mimic) and whose limits the skeleton does not keep, because their
/// leader's leave them nothing.
std::vector<int> overruled_limits(const ik::Skeleton& body);
/// The notice of it; none if there are no such joints.
std::vector<std::string> notice_of_overruled(const ik::Skeleton& body,
                                             const std::vector<int>& joints);

}  // namespace formats
