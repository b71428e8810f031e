#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/session.h"

namespace ui {

/// The metrics of a run over the last seconds, as the numbers below the body show them. The time is
/// that of updates back to back, sim::update_ns().
struct RecentMetrics {
  int run_serial = -1;
  sim::MetricValues values;            ///< values of recent_metrics()
  std::vector<double> effectors = {};  ///< mean error of each effector
  /// Fractions of the steps in which something shortened the step or an error.
  struct HeldBack {
    double by_step_clamp = 0, by_limits = 0, by_dmax = 0;
  } held_back;
  double between_frames_ns = 0;  ///< mean time of an update in the window
};

/// Returns the metrics shown, in their order, with that of contacts if there are obstacles.
const std::vector<const sim::Metric*>& recent_metrics(const sim::Simulation& simulation);
/// Returns a heading such as "Oscillation, 5 s".
std::string recent_heading(const sim::Metric& metric);
/// Returns the explanation of a metric over the last seconds.
std::string recent_explanation(const sim::Metric& metric, bool compares = true);

/// The recent metrics of all runs, updated a few times a second, slowly enough to be read.
struct RecentMetricsOfRuns {
  std::vector<RecentMetrics> runs;
  double update_time = -1;  ///< s, of the last update
  int64_t step = -1;
  double timed = -1;                    ///< when updates were last timed back to back, s
  std::pair<int64_t, size_t> timed_at;  ///< step and number of commands at that time
  std::vector<double> back_to_back;     ///< ns for each run

  /// Updates them if it is time to; now: s.
  void follow(const sim::Session& session, double now);
  const RecentMetrics& of(int run_serial) const;  ///< all zero if there is no such run
};

/// Returns the index in `runs` of the run nearest to an effector's target, or -1 for a tie.
int nearest_run(const std::vector<RecentMetrics>& runs, size_t effector);

}  // namespace ui
