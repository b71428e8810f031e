#include "sim/motion.h"

#include <algorithm>

#include "ik/error.h"

namespace sim {
namespace {

std::vector<const MotionInfo*>& registry() {
  static std::vector<const MotionInfo*> all;
  return all;
}

}  // namespace

bool Motion::jumps(double, double) const { return false; }

const std::vector<const MotionInfo*>& motions() { return registry(); }

const MotionInfo& find_motion(std::string_view name) {
  std::string known;
  for (const MotionInfo* motion : motions()) {
    if (motion->name == name) return *motion;
    known += (known.empty() ? "" : ", ") + std::string(motion->name);
  }
  throw ik::Error("there is no motion \"" + std::string(name) + "\"; there are " + known);
}

MotionRegistration::MotionRegistration(MotionInfo info) {
  static std::vector<std::unique_ptr<const MotionInfo>> owned;
  owned.push_back(std::make_unique<const MotionInfo>(std::move(info)));
  auto& all = registry();
  all.push_back(owned.back().get());
  std::sort(all.begin(), all.end(),
            [](const MotionInfo* a, const MotionInfo* b) { return a->name < b->name; });
}

}  // namespace sim
