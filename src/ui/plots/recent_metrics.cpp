#include "ui/plots/recent_metrics.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "sim/metrics/update_time.h"

namespace ui {
namespace {

constexpr double refresh_seconds = 0.2, timing_seconds = 1;

bool is_time(const sim::Metric& metric) {
  return metric.value == &sim::MetricValues::step_ns_median;
}
bool is_of_newest_step(const sim::Metric& metric) {
  return metric.over == sim::Metric::Over::Latest;
}

double hit_share(const sim::History& history, const sim::Run& run, int steps) {
  const int64_t first = std::max(history.first(), history.end() - steps);
  int64_t hits = 0;
  for (int i = 0; i < history.effectors(); ++i)
    for (int64_t step = first; step < history.end(); ++step)
      hits += history.at(history.error(i), step) < run.tolerances().hit[i];
  const int64_t all = (history.end() - first) * history.effectors();
  return all > 0 ? static_cast<double>(hits) / static_cast<double>(all) : 0;
}

double over_steps(const sim::History& history, const sim::Metric& metric, int steps) {
  using Over = sim::Metric::Over;
  const double value = metric.over == Over::Mean   ? history.mean(metric.channel, steps)
                       : metric.over == Over::Most ? history.max(metric.channel, steps)
                                                   : history.latest(metric.channel);
  return value / metric.per;
}

RecentMetrics metrics_now(const sim::History& history, const sim::Run& run) {
  using namespace sim::channel;
  const int steps = static_cast<int>(sim::recent_seconds * sim::Clock::steps_per_second);
  constexpr double ns_per_us = 1e3;
  RecentMetrics recent{.run_serial = run.serial,
                       .values = {.hit_share = hit_share(history, run, steps)},
                       .held_back = {.by_step_clamp = history.mean(step_clamped, steps),
                                     .by_limits = history.mean(limit_reached, steps),
                                     .by_dmax = history.mean(error_clamped, steps)},
                       .between_frames_ns = ns_per_us * history.mean(update_us, steps)};
  for (const sim::Metric& metric : sim::metrics())
    if (metric.channel != sim::channel::count)
      recent.values.*metric.value = over_steps(history, metric, steps);
  for (int i = 0; i < history.effectors(); ++i)
    recent.effectors.push_back(history.mean(history.error(i), steps));
  return recent;
}

}  // namespace

const std::vector<const sim::Metric*>& recent_metrics(const sim::Simulation& simulation) {
  // The first metrics are shown if there is no room for all. With obstacles or a recording, the
  // clamped share comes before the hits.
  static const auto shown = [] {
    std::array<std::vector<const sim::Metric*>, 4> all;  // of obstacles: 1, of a recording: 2
    for (size_t i = 0; i < all.size(); ++i)
      for (const sim::Metric* metric : sim::number_metrics())
        if ((i & 1 || !metric->of_obstacles) && (i & 2 || !metric->of_recording))
          all[i].push_back(metric);
    std::iter_swap(std::ranges::find(all[0], &sim::find_metric("clamped_share")),
                   std::ranges::find(all[0], &sim::find_metric("hit_share")));
    return all;
  }();
  return shown[(simulation.obstacles().empty() ? 0u : 1u) +
               (simulation.scene().recording ? 2u : 0u)];
}

std::string recent_heading(const sim::Metric& metric) {
  const std::string text = base::capitalized(metric.heading);
  return is_time(metric) || is_of_newest_step(metric) ? text : text + ", 5 s";
}

std::string recent_explanation(const sim::Metric& metric, bool compares) {
  std::string text(metric.explanation);
  if (is_time(metric))
    return text +
           " Updates back to back, as in ikscope-lab run, once a second; the smallest is best.";
  text += is_of_newest_step(metric) ? " That of the newest step." : " Over the last 5 seconds.";
  if (compares)
    text += base::format(" The {} value is marked, unless runs tie.",
                         metric.more_is_better ? "largest" : "smallest");
  if (&metric == &sim::oscillation_metric()) text += " It changes colour above 3.";
  return text;
}

void RecentMetricsOfRuns::follow(const sim::Session& session, double now) {
  const sim::Timeline& timeline = session.timeline();
  const auto& all = session.simulation().runs();
  const bool stepped = timeline.now() != step && (session.clock().paused || step <= 0);
  // While nothing changes, a new measurement would look like news.
  const std::pair moment(timeline.now(), timeline.log().size());
  const bool rests = session.clock().paused && timed_at == moment;
  if (timed < 0 || (now - timed > timing_seconds && !rests) || back_to_back.size() > all.size()) {
    timed = now;
    timed_at = moment;
    back_to_back = sim::update_ns(session.simulation());
  }
  if (update_time >= 0 && now - update_time < refresh_seconds && !stepped &&
      runs.size() == all.size())
    return;
  update_time = now;
  step = timeline.now();
  runs.clear();
  for (const sim::Run& run : all) {
    RecentMetrics& one = runs.emplace_back(metrics_now(timeline.history(run.serial), run));
    one.values.step_ns_median =
        runs.size() <= back_to_back.size() ? back_to_back[runs.size() - 1] : one.between_frames_ns;
    for (const sim::Metric* metric : recent_metrics(session.simulation()))
      if (double& value = one.values.*metric->value; value < metric->noise) value = 0;
  }
}

const RecentMetrics& RecentMetricsOfRuns::of(int run_serial) const {
  static const RecentMetrics none;
  const auto found = std::ranges::find_if(
      runs, [run_serial](const RecentMetrics& one) { return one.run_serial == run_serial; });
  return found == runs.end() ? none : *found;
}

int nearest_run(const std::vector<RecentMetrics>& runs, size_t effector) {
  const auto is_nearest = [&](const RecentMetrics& one) {
    return std::ranges::all_of(runs, [&](const RecentMetrics& other) {
      return &other == &one ||
             sim::error_metric().better(one.effectors[effector], other.effectors[effector]);
    });
  };
  const auto found = std::ranges::find_if(runs, is_nearest);
  return found == runs.end() ? -1 : static_cast<int>(found - runs.begin());
}

}  // namespace ui
