#include "formats/robots/overruled_limits.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace formats {

std::vector<int> overruled_limits(const ik::Skeleton& body) {
  std::vector<int> overruled;
  for (const ik::Skeleton::Follower& follower : body.followers()) {
    const ik::Joint& joint = body.joint(follower.joint);
    const double ends[] = {body.lower(follower.leader), body.upper(follower.leader)};
    const double slack = 1e-9 * (1 + std::abs(follower.offset) + std::abs(follower.multiplier));
    const bool kept = std::ranges::all_of(ends, [&](double end) {
      const double place = (follower.multiplier == 0 ? 0 : follower.multiplier * end);
      return place + follower.offset >= joint.lower - slack &&
             place + follower.offset <= joint.upper + slack;
    });
    if (!kept) overruled.push_back(follower.joint);
  }
  return overruled;
}

std::vector<std::string> notice_of_overruled(const ik::Skeleton& body,
                                             const std::vector<int>& joints) {
  if (joints.empty()) return {};
  const bool one = joints.size() == 1;
  const std::string first = base::in_quotes(body.joint(joints[0]).name);
  return {
      (one ? "joint " + first : std::to_string(joints.size()) + " joints, such as " + first + ",") +
      (one ? " follows another joint whose limits contradict its own; its own are left out"
           : " follow others whose limits contradict their own; their own are left out")};
}

}  // namespace formats
