#include "lessons/quantity.h"

#include <algorithm>
#include <numeric>

#include "base/numbers.h"
#include "sim/simulation.h"

namespace lessons {
namespace {

using base::degrees;

/// Returns the factor for degrees if the error is that of angular goals, else 1.
double error_factor(const sim::Run& run, int effector) {
  const base::ShownUnit shown = sim::error_unit(run.solver().skeleton(), effector);
  return shown.name == "°" ? shown.factor : 1;
}

double error(const sim::Run& run, int effector, const ik::Directions*) {
  return error_factor(run, effector) * (effector < 0 ? run.total_error() : run.errors()[effector]);
}

double recorded_error(const sim::History& history, int64_t step, const sim::Run& run,
                      int effector) {
  const int channel = effector < 0 ? sim::channel::total_error : history.error(effector);
  return error_factor(run, effector) * history.at(channel, step);
}

double recorded_hit_share(const sim::History& history, int64_t step, const sim::Run& run,
                          int effector) {
  const auto hits = [&](int i) {
    return history.at(history.error(i), step) < run.tolerances().hit[i] ? 1. : 0.;
  };
  if (effector >= 0) return hits(effector);
  double sum = 0;
  for (int i = 0; i < history.effectors(); ++i) sum += hits(i);
  return sum / history.effectors();
}

double hit_share(const sim::Run& run, int effector, const ik::Directions*) {
  return effector < 0 ? run.hit_share() : run.hits(effector);
}

double sigma_min(const sim::Run& run, int, const ik::Directions* directions) {
  return (*directions)[run.solver().rank() - 1].sigma;
}

/// Returns the mean of |theta_j - rest_j| over the joints that turn.
double mean_angle_from_rest(const sim::Run& run, int, const ik::Directions*) {
  const ik::Solver& solver = run.solver();
  double sum = 0;
  int turning = 0;
  for (int j = 0; j < solver.skeleton().joints(); ++j) {
    if (!solver.skeleton().revolute(j)) continue;
    sum += std::abs(solver.pose().theta[j] - solver.rest()[j]);
    ++turning;
  }
  return turning > 0 ? sum * degrees / turning : 0;
}

double clearance(const sim::Run& run, int, const ik::Directions*) {
  constexpr double none = 1000;  // no obstacles
  const ik::Solver& solver = run.solver();
  return std::min(none, ik::body_clearance(solver.obstacles(), solver.skeleton(), solver.pose()));
}

/// Returns a quantity for a metric over the last seconds, with what the metric declares.
Quantity quantity_of(std::string_view key, std::string_view metric_key, Quantity rest) {
  const sim::Metric& metric = sim::find_metric(metric_key);
  rest.key = key;
  rest.title = metric.title;
  rest.explanation = metric.explanation;
  rest.channel = metric.channel;
  rest.length = metric.is_length();
  rest.shown_times = metric.times;
  rest.shown_unit = metric.unit;
  return rest;
}

}  // namespace

const std::vector<Quantity>& quantities() {
  using Over = Quantity::Over;
  static const std::vector<Quantity> table{
      {.key = "error",
       .title = "error",
       .unit = "scene units, or degrees",
       .explanation = "mean distance from the target, or angle for an angle goal: the sum over all "
                      "effectors, or that of one effector",
       .of_effector = true,
       .length = true,
       .value = error,
       .recorded = recorded_error,
       .plot = "plot-error"},
      quantity_of("hit_share", "hit_share",
                  {.unit = "0 to 1",
                   .of_effector = true,
                   .value = hit_share,
                   .recorded = recorded_hit_share,
                   .plot = "plot-error"}),
      quantity_of("oscillation", "oscillation_mean",
                  {.unit = "rad/step²", .plot = "plot-oscillation"}),
      quantity_of("pose_error_deg", "pose_error", {.unit = "degrees", .plot = "plot-pose"}),
      {.key = "max_step_deg",
       .title = "largest step",
       .unit = "degrees",
       .explanation = "largest change of a joint's angle in one update",
       .over = Over::Most,
       .shown_unit = "°",
       .channel = sim::channel::max_angle,
       .plot = "plot-angle"},
      quantity_of("clamped_share", "clamped_share", {.unit = "0 to 1"}),
      quantity_of("sigma_min", "sigma_min",
                  {.unit = "scene units per rad",
                   .over = Over::Least,
                   .value = sigma_min,
                   .needs_directions = true,
                   .from_second_step = true,
                   .plot = "plot-sigma"}),
      {.key = "from_rest_deg",
       .title = "deviation from the rest pose",
       .unit = "degrees",
       .explanation = "mean deviation of the joint angles from the rest pose",
       .shown_unit = "°",
       .value = mean_angle_from_rest},
      {.key = "clearance",
       .title = "clearance",
       .unit = "scene units",
       .explanation = "smallest distance of a link from an obstacle, negative inside",
       .over = Over::Least,
       .length = true,
       .value = clearance,
       .plot = "plot-depth"},
      quantity_of("contact_depth", "contact_depth",
                  {.unit = "scene units", .over = Over::Most, .plot = "plot-depth"}),
  };
  return table;
}

base::ShownUnit shown_unit(const Quantity& quantity, const ik::Skeleton& body, int effector,
                           double value) {
  if (!quantity.length)
    return {base::with_name(quantity.shown_unit, body.unit()), quantity.shown_times};
  if (quantity.value == error && sim::error_unit(body, effector).name == "°") return {"°", 1};
  return base::shown_unit(value, body.unit());
}

double aggregate(Quantity::Over over, std::span<const double> values) {
  if (over == Quantity::Over::Least) return std::ranges::min(values);
  if (over == Quantity::Over::Most) return std::ranges::max(values);
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

const Quantity* find_quantity(std::string_view key) {
  const auto found = std::ranges::find(quantities(), key, &Quantity::key);
  return found == quantities().end() ? nullptr : &*found;
}

const base::Parameter* find_parameter(std::string_view key) {
  const auto in = [key](const std::vector<base::Parameter>& table) -> const base::Parameter* {
    const auto found = std::ranges::find(table, key, &base::Parameter::key);
    return found == table.end() ? nullptr : &*found;
  };
  if (const base::Parameter* of_world = in(sim::world::table())) return of_world;
  for (const ik::MethodInfo* method : ik::methods())
    if (const base::Parameter* found = in(method->parameters())) return found;
  return nullptr;
}

}  // namespace lessons
