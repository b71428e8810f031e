// Collects the curves of the plots, for the selected run or for all runs.

#include "ui/panels/column/curves.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "ik/methods/method.h"
#include "ui/describe.h"
#include "view/pictures/scene_picture.h"

namespace ui {
namespace {

Samples samples(const sim::History& history, int channel) {
  return {[&history, channel](int64_t step) { return history.values_from(channel, step); },
          history.first(), history.end()};
}

/// The largest has the accent colour, the smallest the warning colour.
glm::vec4 sigma_color(const view::Palette& p, int i, int count) {
  if (i == count - 1) return p.warning;
  const float t = count > 2 ? static_cast<float>(i) / static_cast<float>(count - 2) : 0;
  return glm::mix(p.accent, p.text_dim, 0.85f * t);
}

/// Adds the errors: distances in the scene's unit, angles in degrees. If a body has both, the names
/// of the angle curves say so.
void describe_errors(const Panel& panel) {
  const sim::History& history = panel.history();
  const ik::Skeleton& body = panel.skeleton();
  const base::ShownUnit all = sim::error_unit(body, sim::all_effectors);
  for (int i = 0; i < history.effectors(); ++i) {
    const base::ShownUnit own = sim::error_unit(body, i);
    panel.state.series.push_back(
        {.name = body.effector(i).name + (own.name == all.name ? "" : ", °"),
         .color = view::series_color(panel.palette, i),
         .samples = samples(history, history.error(i)),
         .factor = own.factor,
         .own_unit = own.name != all.name,
         .mark = i});
  }
  if (history.effectors() > 1)
    panel.state.series.push_back({.name = "total",
                                  .color = panel.palette.text,
                                  .samples = samples(history, sim::channel::total_error),
                                  .factor = all.factor,
                                  .bold = true});
  panel.state.series.back().oscillation = samples(history, sim::channel::oscillation);
}

void describe_steps(const Panel& panel) {
  const sim::History& history = panel.history();
  panel.state.series = {{.name = "largest",
                         .color = panel.palette.accent,
                         .samples = samples(history, sim::channel::max_angle)},
                        {.name = "clamp",
                         .color = panel.palette.warning,
                         .samples = samples(history, sim::channel::angle_cap),
                         .reference = true}};
}

void describe_sigmas(const Panel& panel) {
  for (int i = 0, rank = panel.solver().rank(); i < rank; ++i)
    panel.state.series.push_back({.name = "σ" + base::subscript(i + 1),
                                  .color = sigma_color(panel.palette, i, rank),
                                  .samples = samples(panel.history(), panel.history().sigma(i)),
                                  .bold = i == rank - 1});
}

/// Adds the curves of the method's readings. They share one axis, so differing units are named with
/// the curves.
void describe_readings(const Panel& panel, PlotData& data) {
  const ik::MethodInfo& method = panel.method();
  const std::vector<ik::Reading>& readings = method.readings;
  const bool one_unit = std::ranges::all_of(
      readings, [&](const auto& reading) { return reading.unit == readings.front().unit; });
  const bool one = readings.size() == 1;
  data.title = run_prefix(panel.simulation()) + (one ? base::capitalized(readings.front().name)
                                                     : std::string(method.label()) + ": readings");
  data.help = "Readings of this method at each step.";
  for (int i = 0; i < static_cast<int>(readings.size()); ++i) {
    const ik::Reading& reading = readings[static_cast<size_t>(i)];
    std::string name(reading.name);
    const std::string_view unit = base::with_name(reading.unit, panel.skeleton().unit());
    if (!one_unit && !unit.empty()) name.append(", ").append(unit);
    data.help.append("\n").append(reading.name).append(": ").append(reading.explanation);
    panel.state.series.push_back(
        {.name = std::move(name),
         .color = i == 0 ? panel.palette.accent : view::series_color(panel.palette, i),
         .samples = samples(panel.history(), panel.history().reading(i)),
         .mark = i});
  }
  if (one_unit) data.unit = base::with_name(readings.front().unit, panel.skeleton().unit());
}

constexpr auto in_degrees = [](const ik::Skeleton&) { return base::ShownUnit{"°", 1}; };

}  // namespace

const std::vector<PlotInfo>& plots() {
  static const std::vector<PlotInfo> all{
      {.spot = "plot-error",
       .choice = "error",
       .metric = &sim::error_metric(),
       .title = "Tracking error",
       .help = "Distance of each effector from its target after the step, and the sum. While the "
               "joints shake, a band spans the values of the last steps.",
       .unit = [](const ik::Skeleton& body) { return sim::error_unit(body, sim::all_effectors); },
       .describe = describe_errors,
       .title_of_runs = "Tracking error, total",
       .help_of_runs = "Sum of all effectors' distances from their targets, one curve per run. "
                       "While the run shakes, a band spans the values of the last steps."},
      {.spot = "plot-oscillation",
       .choice = "oscillation",
       .metric = &sim::oscillation_metric(),
       .help = "Second difference of the joint angles, averaged over the joints: low for smooth "
               "motion, high when the joints shake. A band below the curve marks shaking.",
       .unit = [](const ik::Skeleton& body) { return sim::oscillation_metric().unit_for(body); },
       .ink = [](const view::Palette& p) { return p.accent; }},
      {.spot = "plot-angle",
       .choice = "step",
       .metric = &sim::find_metric("max_step"),
       .title = "Largest joint step",
       .help = "Largest change of a joint angle in each update, with the step clamp as a dashed "
               "line.",
       .channel = sim::channel::max_angle,
       .unit = in_degrees,
       .describe = describe_steps,
       .help_of_runs = "Largest change of a joint angle in each update, one curve per run."},
      {.spot = "plot-sigma",
       .choice = "singular values",
       .metric = &sim::find_metric("sigma_min"),
       .title = "Singular values",
       .help =
           "Singular values of the Jacobian J, largest first, without those that are zero at "
           "every pose. When the smallest one dips, the pose is nearly singular: watch what the "
           "method does there.",
       .unit =
           [](const ik::Skeleton& body) {
             return base::ShownUnit{body.unit() ? base::with_name("unit/rad", body.unit()) : "", 1};
           },
       .describe = describe_sigmas,
       .title_of_runs = "Smallest singular value",
       .help_of_runs =
           "Smallest singular value of each run's Jacobian J: when it dips, that run is "
           "near a singular pose."},
      {.spot = "plot-depth",
       .choice = "depth",
       .metric = &sim::find_metric("contact_depth"),
       .help = "How deep a link is inside an obstacle; 0 outside.",
       .unit = sim::length_unit,
       .name = "deepest",
       .ink = [](const view::Palette& p) { return p.warning; }},
      {.spot = "plot-pose",
       .choice = "pose",
       .metric = &sim::find_metric("pose_error"),
       .help =
           "Mean angle between the joints and those of the recorded motion. The targets alone do "
           "not determine elbows and knees.",
       .unit = in_degrees,
       .ink = view::recorded_color},
      {.spot = "plot-readings", .choice = "readings", .title = "", .channel = sim::channel::count}};
  return all;
}

std::vector<std::string_view> plot_names(std::string_view PlotInfo::*name) {
  std::vector<std::string_view> names;
  for (const PlotInfo& plot : plots()) names.push_back(plot.*name);
  return names;
}

PlotData plot_data(const Panel& panel, const PlotInfo& plot, bool lowest) {
  std::vector<Series>& series = panel.state.series;
  series.clear();
  PlotData data{.marks = panel.state.marks,
                .x_per_step = 1 / sim::Clock::steps_per_second,
                .x_labels = lowest};  // plots share the time axis
  if (!plot.metric) {
    describe_readings(panel, data);
    data.series = series;
    return data;
  }
  const sim::Simulation& simulation = panel.simulation();
  const bool several = simulation.runs().size() > 1;
  const base::ShownUnit unit = plot.unit(simulation.skeleton());
  data.title = several ? plot.title_of_runs : plot.title;
  data.help = several ? plot.help_of_runs : plot.help;
  data.unit = unit.name;
  constexpr double rounding = 1e-9;
  if (plot.metric == &sim::error_metric())
    data.least = rounding * simulation.skeleton().characteristic_length() * unit.factor;
  data.legend = !several;  // chips and table serve as legend
  const auto add = [&](const sim::History& history, std::string name, const glm::vec4& color) {
    Series& one = series.emplace_back(Series{.name = std::move(name),
                                             .color = color,
                                             .samples = samples(history, plot.channel),
                                             .factor = unit.factor});
    one.is_oscillation = plot.metric == &sim::oscillation_metric();
    if (one.is_oscillation || plot.metric == &sim::error_metric())
      one.oscillation = samples(history, sim::channel::oscillation);
  };
  if (!several && plot.describe) {
    plot.describe(panel);
  } else if (!several) {
    add(panel.history(), plot.name, plot.ink(panel.palette));
  } else {
    for (const sim::Run& run : simulation.runs()) {
      if (!view::is_visible(simulation, run)) continue;
      add(panel.timeline().history(run.serial), run_label(simulation, run),
          view::run_color(panel.palette, run.slot));
      series.back().bold = &run == &simulation.run();
      series.back().mark = run.slot;
    }
  }
  data.series = series;
  return data;
}

}  // namespace ui
