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

struct Unit {
  std::string_view name;
  double times = 1;
};
constexpr Unit second_difference{"mrad/step²", 1e3}, percent{"%", 100};

constexpr Metric metric(std::string_view key, std::string_view title, std::string_view heading,
                        Unit unit, std::string_view explanation, double MetricValues::*value,
                        Metric rest = {}) {
  rest.key = key;
  rest.title = title;
  rest.heading = heading;
  rest.unit = unit.name;
  rest.times = unit.times;
  rest.explanation = explanation;
  rest.value = value;
  return rest;
}

const Metric table[] = {
    metric("mean_total_error", "mean total error", "mean error", {"scene units"},
           "Mean of the total error: the sum of all effectors' distances from their targets.",
           &MetricValues::mean_total_error,
           {.channel = channel::total_error,
            .scale = Scale::Log,
            .noise = 1e-9,
            .in_sweeps = true,
            .number_rank = 1,
            .color = {1, "error", "error", "small error"}}),
    metric("max_total_error", "largest total error", "max error", {"scene units"},
           "Largest total error of a step.", &MetricValues::max_total_error,
           {.scale = Scale::Log, .noise = 1e-9}),
    metric("hit_share", "on target", "on target", percent,
           "Fraction of the steps in which an effector is on its target: nearer than the hit "
           "distance, or turned away by less than the hit angle.",
           &MetricValues::hit_share,
           {.more_is_better = true,
            .in_sweeps = true,
            .number_rank = 6,
            .color = {3, "hits", "on target", "seldom on target"}}),
    metric("oscillation_mean", "oscillation", "oscillation", second_difference,
           "Mean of |θₖ₊₁ − 2θₖ + θₖ₋₁| over joints and steps: how much the joints shake.",
           &MetricValues::oscillation_mean,
           {.channel = channel::oscillation,
            .scale = Scale::Log,
            .noise = 1e-9,
            .in_sweeps = true,
            .number_rank = 2,
            .color = {2, "oscillation", "oscillation", "little oscillation"}}),
    metric("oscillation_p99", "oscillation, 99th percentile", "osc. 99 %", second_difference,
           "99th percentile of |θₖ₊₁ − 2θₖ + θₖ₋₁| over joints and steps.",
           &MetricValues::oscillation_p99, {.scale = Scale::Log, .noise = 1e-9, .in_sweeps = true}),
    metric("oscillation_max", "oscillation, largest", "osc. max", second_difference,
           "Largest |θₖ₊₁ − 2θₖ + θₖ₋₁| of a joint in a step.", &MetricValues::oscillation_max,
           {.scale = Scale::Log, .noise = 1e-9}),
    metric("reversals", "reversals", "reversals", percent,
           "Fraction of the steps that reverse the previous one.", &MetricValues::reversals),
    metric("max_step", "largest step of a joint", "max step", {"rad or scales of the body"},
           "Largest change of a joint in one step; a slide's is a fraction of the body's scale.",
           &MetricValues::max_step,
           {.scale = Scale::Log,
            .in_sweeps = true,
            .color = {4, "largest step", "largest step", "small steps"}}),
    metric("contact_depth", "depth of contact", "depth", {"scene units"},
           "Largest depth of a link inside an obstacle; 0 without contact.",
           &MetricValues::contact_depth,
           {.channel = channel::depth,
            .over = Metric::Over::Most,
            .of_obstacles = true,
            .in_sweeps = true,
            .number_rank = 3,
            .color = {5, "depth", "depth", "no contact, or little"}}),
    metric("pose_error", "angle to the recording", "pose error", {"°", base::degrees},
           "Mean angle between the joints and those of the recorded motion, over joints and steps; "
           "joints that are held do not count.",
           &MetricValues::pose_error,
           {.channel = channel::pose_error,
            .per = base::degrees,
            .of_recording = true,
            .number_rank = 4}),
    metric("clamped_share", "clamped", "clamped", percent,
           "Fraction of the steps that the step clamp or a joint limit shortened.",
           &MetricValues::clamped_share, {.channel = channel::clamped, .number_rank = 5}),
    metric("sigma_min", "smallest σ of J", "smallest σ", {"unit/rad"},
           "The smallest singular value of J, of those that are not zero at every pose. Near zero "
           "the pose is nearly singular: in some direction the effectors can hardly move.",
           &MetricValues::sigma_min,
           {.channel = channel::sigma_min,
            .over = Metric::Over::Latest,
            .more_is_better = true,
            .of_machine = true,
            .number_rank = 7}),
    metric("step_ns_median", "time of a step, median", "time", {"µs", 1e-3},
           "Time of one step on this machine: Jacobian, method, clamps, forward kinematics.",
           &MetricValues::step_ns_median, {.tie = 1. / 3, .of_machine = true, .number_rank = 8}),
};

constexpr auto search_table = [] {
  std::array all{
      metric("updates", "updates to a solution", "updates", {"updates"},
             "Updates until a pose met the targets.", &MetricValues::updates,
             {.scale = Scale::Log,
              .color = {6, "updates", "updates", "few updates; black: no solution"}}),
      metric("solution", "solution", "solution", {""},
             "Which solution was found: a number from 0 to 1 that is the same for poses that "
             "differ by whole turns.",
             &MetricValues::solution,
             {.color = {7, "solution", "solution",
                        "no solution. Each solution has a colour of its own",
                        Metric::Color::By::Hue}}),
      metric("ending", "how it ended", "ending", {""},
             "How the search ended: solved, stuck, at a limit, cycling, or too slow (0 to 4).",
             &MetricValues::ending,
             {.color = {8, "ending", "ending", "", Metric::Color::By::Name, ik::ending_names}}),
      metric("error_left", "error left", "error left", {"scene units"},
             "The sum of all effectors' distances from their targets where the search ended.",
             &MetricValues::error_left,
             {.scale = Scale::Log,
              .noise = 1e-9,
              .color = {9, "error-left", "error left", "small error"}}),
      metric("search_step", "largest step", "max step", {"rad or scales of the body"},
             "Largest change of a joint in an update of the search.", &MetricValues::search_step,
             {.scale = Scale::Log, .color = {10, "search-step", "max step", "small steps"}}),
      metric(
          "manipulability", "manipulability", "√det JJᵀ", {""},
          "The product of the singular values of J where the search ended, of those that are not "
          "zero at every pose.",
          &MetricValues::manipulability,
          {.more_is_better = true, .color = {11, "manipulability", "√det JJᵀ", "nearly singular"}}),
      metric(
          "search_sigma", "smallest σ of J", "smallest σ", {"unit/rad"},
          "The smallest singular value of J where the search ended, of those that are not zero at "
          "every pose.",
          &MetricValues::search_sigma,
          {.more_is_better = true, .color = {12, "search-sigma", "smallest σ", "nearly singular"}}),
      metric("limit_distance", "distance to limits", "limits", {""},
             "How far the joints are from their limits where the search ended: 0 if one is at its "
             "limit, 1 if all are in the middle.",
             &MetricValues::limit_distance,
             {.more_is_better = true,
              .color = {13, "limit-distance", "limits", "a joint at its limit"}}),
      metric("limit_joint", "joint whose limit is in the way", "which limit", {""},
             "The joint whose limit ended the search: a number from 0 to 1, for joint j of n (j + "
             "1/2)/n, counted from 0.",
             &MetricValues::limit_joint,
             {.color = {14, "limit-joint", "which limit",
                        "no limit is in the way. Each joint has a colour of its own",
                        Metric::Color::By::Hue}}),
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
  return base::format("{} {}", number(from), unit_for(body).name);
}

std::string Metric::text(double from) const { return base::format("{} {}", number(from), unit); }

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
  std::vector<std::string> known;
  for (const auto& all : {metrics(), search_metrics()})
    for (const Metric& metric : all) {
      if (of_map ? !metric.in_maps() : metric.of_solving) continue;
      if (metric.key == key) return metric;
      known.emplace_back(metric.key);
    }
  throw base::Error("there is no metric {}{}; there are {}", base::in_quotes(key),
                    of_map ? " of a map" : "", base::joined(known));
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
