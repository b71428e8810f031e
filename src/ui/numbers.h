#pragma once
#include <cstdint>
#include <vector>

#include "sim/session.h"

namespace ui {

/// Measures of a run over the last seconds, as the numbers below the body show them.
struct Numbers {
  static constexpr double window_seconds = sim::recent_seconds;

  int run = -1;  ///< serial number
  double error = 0, oscillation = 0, hit_share = 0, sigma_min = 0, clamped_share = 0, update_us = 0;
  std::vector<double> effectors;  ///< mean error of each
};

/// Those of all runs, taken a few times a second so that they can be read.
struct NumbersTaken {
  std::vector<Numbers> runs;
  double when = -1;  ///< s
  int64_t step = -1;

  /// Takes them anew if it is time to; now: s.
  void follow(const sim::Session& session, double now);
  const Numbers& of(int run) const;  ///< nothing but zeros if there is no such run
};

/// Who comes nearest to the target of an effector: place in `runs`, -1 if two are as good.
int nearest(const std::vector<Numbers>& runs, size_t effector);

}  // namespace ui
