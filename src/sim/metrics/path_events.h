#pragma once
#include <cstdint>

#include "base/numbers.h"

namespace sim {

class Run;

/// The bits tell what is remarkable about a step of a run on its path  (mathematics.md §4).
namespace path_event {
constexpr unsigned flip = 1,     ///< the aspect of the pose (ik/analysis/aspect.h) is another one
    leap = 2,                    ///< a joint turned by more than leap_angle
    limit = 4,                   ///< a joint's limit was in the way
    singular = 8,                ///< σ_min < nearly_singular σ_1
    in_front = 16, behind = 32;  ///< the aspect, if it is known
}  // namespace path_event
constexpr double leap_angle = 10 / base::degrees;  ///< rad; for a slide as many scales of the body
constexpr double nearly_singular = 0.02;

/// Returns the bits of the last step; before: those of the step before, 0 if there was none.
unsigned path_events(Run& run, unsigned before);

/// Counts how many steps had each.
struct PathEventCounts {
  int64_t flips = 0, leaps = 0, at_limits = 0, singular = 0;
  void add(unsigned events) {
    flips += (events & path_event::flip) != 0;
    leaps += (events & path_event::leap) != 0;
    at_limits += (events & path_event::limit) != 0;
    singular += (events & path_event::singular) != 0;
  }
  bool operator==(const PathEventCounts&) const = default;
};

}  // namespace sim
