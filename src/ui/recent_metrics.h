#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/session.h"

namespace ui {

/// Metrics of a run over the last seconds, as the numbers below the body show them.
struct RecentMetrics {
  int run = -1;                   ///< serial number
  sim::MetricValues values;       ///< those of recent_metrics()
  std::vector<double> effectors;  ///< mean error of each
};

/// Which there are, in the order of the display.
const std::vector<const sim::Metric*>& recent_metrics();
/// What a metric is said to be where it is over the last seconds.
std::string recent_explanation(const sim::Metric& metric);

/// Those of all runs, taken a few times a second so that they can be read.
struct RecentMetricsOfRuns {
  std::vector<RecentMetrics> runs;
  double when = -1;  ///< s
  int64_t step = -1;

  /// Takes them anew if it is time to; now: s.
  void follow(const sim::Session& session, double now);
  const RecentMetrics& of(int run) const;  ///< nothing but zeros if there is no such run
};

/// Who comes nearest to the target of an effector: place in `runs`, -1 if two are as good.
int nearest(const std::vector<RecentMetrics>& runs, size_t effector);

}  // namespace ui
