#pragma once
#include <string>
#include <vector>

#include "ik/model/skeleton.h"

namespace formats {

/// Returns the joints that mimic another one and whose limits the skeleton ignores, because
/// together with the leader's limits no value would be left.
std::vector<int> overruled_limits(const ik::Skeleton& body);
/// Returns a notice about these joints; none if there are no such joints.
std::vector<std::string> notice_of_overruled(const ik::Skeleton& body,
                                             const std::vector<int>& joints);

}  // namespace formats
