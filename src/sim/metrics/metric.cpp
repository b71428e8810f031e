#include "sim/metrics/metric.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/search/search.h"

namespace sim {
namespace {

using base::Scale;

constexpr std::string_view mrad = "mrad/step²";

const Metric table[] = {
    {.key = "mean_total_error",
     .title = "mean total error",
     .heading = "mean error",
     .unit = "scene units",
     .explanation =
         "Mean of the total error: the sum of all effectors' distances from their targets.",
     .value = &MetricValues::mean_total_error,
     .channel = channel::total_error,
     .scale = Scale::Log,
     .noise = 1e-9,
     .in_sweeps = true,
     .number_rank = 1,
     .color = {1, "error", "error", "small error"}},
    {.key = "max_total_error",
     .title = "largest total error",
     .heading = "max error",
     .unit = "scene units",
     .explanation = "Largest total error of a step.",
     .value = &MetricValues::max_total_error,
     .scale = Scale::Log,
     .noise = 1e-9},
    {.key = "hit_share",
     .title = "on target",
     .heading = "on target",
     .unit = "%",
     .times = 100,
     .explanation = "Fraction of the steps in which an effector is on its target: nearer than the "
                    "hit distance, or turned away by less than the hit angle.",
     .value = &MetricValues::hit_share,
     .more_is_better = true,
     .in_sweeps = true,
     .number_rank = 6,
     .color = {3, "hits", "on target", "seldom on target"}},
    {.key = "oscillation_mean",
     .title = "oscillation",
     .heading = "oscillation",
     .unit = mrad,
     .times = 1e3,
     .explanation = "Mean of |θₖ₊₁ − 2θₖ + θₖ₋₁| over joints and steps: how much the joints shake.",
     .value = &MetricValues::oscillation_mean,
     .channel = channel::oscillation,
     .scale = Scale::Log,
     .noise = 1e-9,
     .in_sweeps = true,
     .number_rank = 2,
     .color = {2, "oscillation", "oscillation", "little oscillation"}},
    {.key = "oscillation_p99",
     .title = "oscillation, 99th percentile",
     .heading = "osc. 99 %",
     .unit = mrad,
     .times = 1e3,
     .explanation = "99th percentile of |θₖ₊₁ − 2θₖ + θₖ₋₁| over joints and steps.",
     .value = &MetricValues::oscillation_p99,
     .scale = Scale::Log,
     .noise = 1e-9,
     .in_sweeps = true},
    {.key = "oscillation_max",
     .title = "oscillation, largest",
     .heading = "osc. max",
     .unit = mrad,
     .times = 1e3,
     .explanation = "Largest |θₖ₊₁ − 2θₖ + θₖ₋₁| of a joint in a step.",
     .value = &MetricValues::oscillation_max,
     .scale = Scale::Log,
     .noise = 1e-9},
    {.key = "reversals",
     .title = "reversals",
     .heading = "reversals",
     .unit = "%",
     .times = 100,
     .explanation = "Fraction of the steps that reverse the previous one.",
     .value = &MetricValues::reversals},
    {.key = "max_step",
     .title = "largest step of a joint",
     .heading = "max step",
     .unit = "rad or scales of the body",
     .explanation =
         "Largest change of a joint in one step; a slide's is a fraction of the body's scale.",
     .value = &MetricValues::max_step,
     .scale = Scale::Log,
     .in_sweeps = true,
     .color = {4, "largest step", "largest step", "small steps"}},
    {.key = "contact_depth",
     .title = "depth of contact",
     .heading = "depth",
     .unit = "scene units",
     .explanation = "Largest depth of a link inside an obstacle; 0 without contact.",
     .value = &MetricValues::contact_depth,
     .channel = channel::depth,
     .over = Metric::Over::Most,
     .of_obstacles = true,
     .in_sweeps = true,
     .number_rank = 3,
     .color = {5, "depth", "depth", "no contact, or little"}},
    {.key = "pose_error",
     .title = "angle to the recording",
     .heading = "pose error",
     .unit = "°",
     .times = base::degrees,
     .explanation = "Mean angle between the joints and those of the recorded motion, over joints "
                    "and steps; joints that are held do not count.",
     .value = &MetricValues::pose_error,
     .channel = channel::pose_error,
     .per = base::degrees,
     .of_recording = true,
     .number_rank = 4},
    {.key = "clamped_share",
     .title = "clamped",
     .heading = "clamped",
     .unit = "%",
     .times = 100,
     .explanation = "Fraction of the steps that the step clamp or a joint limit shortened.",
     .value = &MetricValues::clamped_share,
     .channel = channel::clamped,
     .number_rank = 5},
    {.key = "sigma_min",
     .title = "smallest σ of J",
     .heading = "smallest σ",
     .unit = "unit/rad",
     .explanation =
         "The smallest singular value of J, of those that are not zero at every pose. Near zero "
         "the pose is nearly singular: in some direction the effectors can hardly move.",
     .value = &MetricValues::sigma_min,
     .channel = channel::sigma_min,
     .over = Metric::Over::Latest,
     .more_is_better = true,
     .of_machine = true,
     .number_rank = 7},
    {.key = "step_ns_median",
     .title = "time of a step, median",
     .heading = "time",
     .unit = "µs",
     .times = 1e-3,
     .explanation =
         "Time of one step on this machine: Jacobian, method, clamps, forward kinematics.",
     .value = &MetricValues::step_ns_median,
     .tie = 1. / 3,
     .of_machine = true,
     .number_rank = 8},
};

constexpr auto search_table = [] {
  std::array all{
      Metric{.key = "updates",
             .title = "updates to a solution",
             .heading = "updates",
             .unit = "updates",
             .explanation = "Updates until a pose met the targets.",
             .value = &MetricValues::updates,
             .scale = Scale::Log,
             .color = {6, "updates", "updates", "few updates; black: no solution"}},
      Metric{
          .key = "solution",
          .title = "solution",
          .heading = "solution",
          .explanation =
              "Which solution was found: a number from 0 to 1 that is the same for poses "
              "that differ by whole turns.",
          .value = &MetricValues::solution,
          .color = {7, "solution", "solution", "no solution. Each solution has a colour of its own",
                    Metric::Color::By::Hue}},
      Metric{.key = "ending",
             .title = "how it ended",
             .heading = "ending",
             .explanation =
                 "How the search ended: solved, stuck, at a limit, cycling, or too slow (0 to 4).",
             .value = &MetricValues::ending,
             .color = {8, "ending", "ending", "", Metric::Color::By::Name, ik::ending_names}},
      Metric{.key = "error_left",
             .title = "error left",
             .heading = "error left",
             .unit = "scene units",
             .explanation =
                 "The sum of all effectors' distances from their targets where the search ended.",
             .value = &MetricValues::error_left,
             .scale = Scale::Log,
             .noise = 1e-9,
             .color = {9, "error-left", "error left", "small error"}},
      Metric{.key = "search_step",
             .title = "largest step",
             .heading = "max step",
             .unit = "rad or scales of the body",
             .explanation = "Largest change of a joint in an update of the search.",
             .value = &MetricValues::search_step,
             .scale = Scale::Log,
             .color = {10, "search-step", "max step", "small steps"}},
      Metric{.key = "manipulability",
             .title = "manipulability",
             .heading = "√det JJᵀ",
             .explanation =
                 "The product of the singular values of J where the search ended, of those that "
                 "are not zero at every pose.",
             .value = &MetricValues::manipulability,
             .more_is_better = true,
             .color = {11, "manipulability", "√det JJᵀ", "nearly singular"}},
      Metric{.key = "search_sigma",
             .title = "smallest σ of J",
             .heading = "smallest σ",
             .unit = "unit/rad",
             .explanation =
                 "The smallest singular value of J where the search ended, of those that are "
                 "not zero at every pose.",
             .value = &MetricValues::search_sigma,
             .more_is_better = true,
             .color = {12, "search-sigma", "smallest σ", "nearly singular"}},
      Metric{.key = "limit_distance",
             .title = "distance to limits",
             .heading = "limits",
             .explanation =
                 "How far the joints are from their limits where the search ended: 0 if one is "
                 "at its limit, 1 if all are in the middle.",
             .value = &MetricValues::limit_distance,
             .more_is_better = true,
             .color = {13, "limit-distance", "limits", "a joint at its limit"}},
      Metric{.key = "limit_joint",
             .title = "joint whose limit is in the way",
             .heading = "which limit",
             .explanation =
                 "The joint whose limit ended the search: a number from 0 to 1, for joint j of n "
                 "(j + 1/2)/n, counted from 0.",
             .value = &MetricValues::limit_joint,
             .color = {14, "limit-joint", "which limit",
                       "no limit is in the way. Each joint has a colour of its own",
                       Metric::Color::By::Hue}},
  };
  for (Metric& metric : all) metric.of_solving = metric.in_sweeps = true;
  return all;
}();

std::vector<const Metric*> by_rank(int (*rank)(const Metric&)) {
  std::vector<const Metric*> ranked;
  for (const auto& all : {metrics(), search_metrics()})
    for (const Metric& metric : all)
      if (rank(metric) > 0) ranked.push_back(&metric);
  std::ranges::sort(ranked, {}, [rank](const Metric* metric) { return rank(*metric); });
  return ranked;
}

}  // namespace

std::string Metric::number(double from) const {
  if (unit == "%") {
    std::string text = base::percent(from);
    return text.substr(0, text.find(' '));
  }
  return base::significant(times * from, 3);
}

std::string Metric::number(double from, const ik::Skeleton& body) const {
  return is_length() ? base::shown_number(from, unit_for(body)) : number(from);
}

base::ShownUnit Metric::unit_for(const ik::Skeleton& body) const {
  if (!is_length()) return {base::with_name(unit, body.unit()), times};
  const base::ShownUnit shown = is_error() ? error_unit(body, all_effectors) : length_unit(body);
  return shown.name.empty() ? base::ShownUnit{unit, times} : shown;
}

bool Metric::better(double a, double b) const {
  a = std::max(a, noise);
  b = std::max(b, noise);
  return more_is_better ? b < (1 - tie) * a : a < (1 - tie) * b;
}

std::string Metric::text(double from, const ik::Skeleton& body) const {
  if (is_error()) return error_text(body, all_effectors, from);
  if (is_depth()) return base::length_text(from, body.unit());
  return number(from).append(" ").append(unit_for(body).name);
}

std::string Metric::text(double from) const { return number(from).append(" ").append(unit); }

std::span<const Metric> metrics() { return table; }
std::span<const Metric> search_metrics() { return search_table; }

const std::vector<const Metric*>& number_metrics() {
  static const auto ranked = by_rank([](const Metric& metric) { return metric.number_rank; });
  return ranked;
}

const std::vector<const Metric*>& color_metrics() {
  static const auto ranked = by_rank([](const Metric& metric) { return metric.color.rank; });
  return ranked;
}

const Metric& find_metric(std::string_view key, bool of_map) {
  std::string known;
  const std::span<const Metric> none;
  for (const auto& all : {metrics(), of_map ? search_metrics() : none})
    for (const Metric& metric : all) {
      if (of_map && !metric.in_maps()) continue;
      if (metric.key == key) return metric;
      known += (known.empty() ? "" : ", ") + std::string(metric.key);
    }
  throw base::Error("there is no metric " + base::in_quotes(key) + (of_map ? " of a map" : "") +
                    "; there are " + known);
}

const Metric& error_metric() {
  static const Metric& found = find_metric("mean_total_error");
  return found;
}

const Metric& oscillation_metric() {
  static const Metric& found = find_metric("oscillation_mean");
  return found;
}

}  // namespace sim
