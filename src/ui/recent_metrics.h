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

/// The metrics shown, in their order.
const std::vector<const sim::Metric*>& recent_metrics();
/// The explanation of a metric over the last seconds.
std::string recent_explanation(const sim::Metric& metric);

/// Those of all runs, updated a few times a second so that they can be read.
struct RecentMetricsOfRuns {
  std::vector<RecentMetrics> runs;
  double when = -1;  ///< s
  int64_t step = -1;

  /// Updates them if it is time to; now: s.
  void follow(const sim::Session& session, double now);
  const RecentMetrics& of(int run) const;  ///< all zero if there is no such run
};

/// The run that is nearest to an effector's target: index into `runs`, -1 for a tie.
int nearest(const std::vector<RecentMetrics>& runs, size_t effector);

}  // namespace ui
