#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "ik/methods/method.h"
#include "ui/describe.h"
#include "ui/kit/format.h"
#include "ui/kit/highlight.h"
#include "ui/options/options.h"
#include "ui/panels/column/run_curves.h"
#include "ui/plots/plot_export.h"
#include "ui/stage.h"

namespace ui {
namespace {

std::string sigma_name(int i) { return "σ" + base::subscript(i); }

/// From the accent colour for the largest to the warning colour for the smallest.
glm::vec4 sigma_color(const view::Palette& p, int i, int count) {
  if (i == count - 1) return p.warning;
  const float t = count > 2 ? static_cast<float>(i) / static_cast<float>(count - 2) : 0;
  return glm::mix(p.accent, p.text_dim, 0.85f * t);
}

void collect_marks(const Panel& panel) {
  std::vector<PlotMark>& marks = panel.state.marks;
  marks.clear();
  for (const auto& mark : panel.history().marks())
    marks.push_back({mark.step, sim::text(mark.effect)});
}

/// The names of the plots in lessons.
constexpr std::string_view spots[] = {"plot-error",   "plot-oscillation", "plot-angle",
                                      "plot-sigma",   "plot-depth",       "plot-pose",
                                      "plot-readings"};

constexpr auto readings_plot = static_cast<size_t>(Curves::Readings);

/// Curves of the current method's readings; they share one axis, so differing units are named with
/// the curves.
void describe_readings(const Panel& panel, PlotData& data) {
  const view::Palette& p = *panel.look.palette;
  const sim::History& history = panel.history();
  const ik::MethodInfo& method = panel.simulation().run().solver().method();
  const std::vector<ik::Reading>& readings = method.readings;
  const bool one_unit = std::all_of(readings.begin(), readings.end(), [&](const auto& reading) {
    return reading.unit == readings.front().unit;
  });
  std::string& title = panel.state.readings_title;
  std::string& help = panel.state.readings_help;
  title = readings.size() == 1 ? readings.front().name : method.label();
  if (readings.size() > 1) title += ": readings";
  help = "Readings of this method at each step.";
  for (int i = 0; i < static_cast<int>(readings.size()); ++i) {
    const ik::Reading& reading = readings[static_cast<size_t>(i)];
    std::string name(reading.name);
    const std::string_view unit =
        base::with_name(reading.unit, panel.simulation().skeleton().unit());
    if (!one_unit && !unit.empty()) name.append(", ").append(unit);
    help.append("\n").append(reading.name).append(": ").append(reading.explanation);
    panel.state.series.push_back({.name = std::move(name),
                                  .color = i == 0 ? p.accent : view::series_color(p, i),
                                  .samples = samples(history, history.reading(i)),
                                  .mark = i});
  }
  if (readings.size() == 1) title = base::capitalized(title);
  title = whose(panel.simulation()) + title;
  panel.state.readings_unit =
      one_unit ? base::with_name(readings.front().unit, panel.simulation().skeleton().unit()) : "";
  data.title = title.c_str();
  data.unit = panel.state.readings_unit.c_str();
  data.help = help;
}

/// A method's readings may span decades or be mostly zero: the first second decides whether they
/// are shown on a linear or logarithmic axis.
void scale_readings(const Panel& panel) {
  constexpr int enough = 60;
  State& state = panel.state;
  const sim::Run& run = panel.simulation().run();
  const ik::MethodInfo* method = &run.solver().method();
  const int64_t now = panel.context.session->timeline().now();
  if (state.read_method != method || now < state.read_since) {
    state.read_method = method;
    state.read_since = now;
    state.plots[readings_plot].usually_log = false;
    state.plots[readings_plot].take(state.wanted_readings.value_or(PlotChoice()));
    state.readings_scaled = state.wanted_readings && state.wanted_readings->log;
    state.wanted_readings.reset();
  }
  if (state.readings_scaled || now < state.read_since + enough) return;
  state.readings_scaled = true;
  for (int i = 0; i < static_cast<int>(method->readings.size()); ++i) {
    const int channel = panel.history().reading(i);
    const double least = panel.history().min(channel, enough);
    if (least > 0 && panel.history().max(channel, enough) > 100 * least)
      state.plots[readings_plot].log = state.plots[readings_plot].usually_log = true;
  }
}

/// Names the unit of an axis of lengths, and returns the factor that brings them into it.
double name_lengths(const Panel& panel, PlotData& data) {
  const base::ShownUnit shown = sim::length_unit(panel.simulation().skeleton());
  if (!shown.name.empty()) data.unit = shown.name.data();
  return shown.factor;
}

/// Distances in the scene's unit, and angles in degrees: where a body has both, the angles' curves
/// say so.
void describe_errors(const Panel& panel, PlotData& data) {
  const view::Palette& p = *panel.look.palette;
  const sim::History& history = panel.history();
  const ik::Skeleton& body = panel.simulation().skeleton();
  const base::ShownUnit all = sim::error_unit(body, sim::all_effectors);
  data.title = "Tracking error";
  data.unit = all.name.empty() ? "" : all.name.data();
  data.least = least_error(body, all.factor);
  data.help =
      "Distance of each effector from its target after the step, and the sum. A band lies below "
      "the curve while the joints shake.";
  for (int i = 0; i < history.effectors(); ++i) {
    const base::ShownUnit own = sim::error_unit(body, i);
    panel.state.series.push_back(
        {.name = body.effector(i).name + (own.name == all.name ? "" : ", °"),
         .color = view::series_color(p, i),
         .samples = samples(history, history.error(i)),
         .factor = own.factor,
         .own_unit = own.name != all.name,
         .mark = i});
  }
  if (history.effectors() > 1)
    panel.state.series.push_back({.name = "total",
                                  .color = p.text,
                                  .samples = samples(history, history.total_error()),
                                  .factor = all.factor,
                                  .bold = true});
  panel.state.series.back().oscillation = shaking(history, Curves::Error);
}

/// The curves of one plot, into state.series.
PlotData plot_data(const Panel& panel, Curves which, bool lowest) {
  const view::Palette& p = *panel.look.palette;
  const sim::History& history = panel.history();
  std::vector<Series>& series = panel.state.series;
  series.clear();
  PlotData data{.title = "", .unit = "", .help = "", .series = {}, .marks = panel.state.marks};
  data.x_per_step = 1 / sim::Clock::steps_per_second;
  data.x_labels = lowest;  // they share the axis
  if (panel.simulation().runs().size() > 1 && which != Curves::Readings) {
    describe_runs(panel, which, data);
    return data;
  }
  switch (which) {
    case Curves::Error:
      describe_errors(panel, data);
      break;
    case Curves::Oscillation:
      data.title = "Oscillation";
      data.unit = "mrad/step²";
      data.help =
          "Second difference of the joint angles, averaged over the joints: low for smooth motion, "
          "high when the joints shake; a band lies below the curve then.";
      series.push_back({.name = "mean over joints",
                        .color = p.accent,
                        .samples = samples(history, history.oscillation()),
                        .factor = 1e3,
                        .oscillation = shaking(history, which)});
      break;
    case Curves::Angle:
      data.title = "Largest joint step";
      data.unit = "°";
      data.help =
          "Largest change of a joint angle in each update, with the step clamp as a dashed line.";
      series.push_back(
          {.name = "largest", .color = p.accent, .samples = samples(history, history.max_angle())});
      series.push_back({.name = "clamp",
                        .color = p.warning,
                        .samples = samples(history, history.angle_cap()),
                        .reference = true});
      break;
    case Curves::Sigma:
      data.title = "Singular values";
      if (const base::LengthUnit* unit = panel.simulation().skeleton().unit())
        data.unit = base::with_name("unit/rad", unit).data();
      data.help =
          "Of the Jacobian J, largest first, without those that are zero at every pose. When the "
          "smallest one dips, the pose is nearly singular: watch what the method does there.";
      for (int i = 0, rank = panel.simulation().run().solver().rank(); i < rank; ++i)
        series.push_back({.name = sigma_name(i + 1),
                          .color = sigma_color(p, i, rank),
                          .samples = samples(history, history.sigma(i)),
                          .bold = i == rank - 1});
      break;
    case Curves::Depth:
      data.title = "Depth of contact";
      data.help = "How deep a link is inside an obstacle; 0 outside.";
      series.push_back({.name = "deepest",
                        .color = p.warning,
                        .samples = samples(history, history.depth()),
                        .factor = name_lengths(panel, data)});
      break;
    case Curves::Pose:
      data.title = "Angle to the recording";
      data.unit = "°";
      data.help =
          "Mean angle between the joints and those of the recorded motion. The targets alone do "
          "not "
          "say how elbows and knees went.";
      series.push_back({.name = "mean over joints",
                        .color = view::recorded_color(p),
                        .samples = samples(history, history.pose_error())});
      break;
    case Curves::Readings:
      describe_readings(panel, data);
      break;
  }
  data.series = series;
  return data;
}

/// The time span, and a button to follow the newest data.
void window_row(const Panel& panel) {
  const Look& look = panel.look;
  const base::Parameter& option = options::plot_window();
  PlotTime& time = panel.state.time;
  const float gap = std::round(0.25f * panel.em());
  struct Choice {
    double seconds;
    const char* label;
  };
  for (const Choice& choice :
       {Choice{5, "5 s"}, {10, "10 s"}, {30, "30 s"}, {120, "2 min"}, {600, "10 min"}}) {
    const bool on = time.live && panel.options()[option] == choice.seconds;
    if (chip(look, choice.label, on)) {
      panel.context.set(option, choice.seconds);
      time.live = true;
    }
    ImGui::SameLine(0, gap);
  }
  const float width = chip_width(look, "follow");
  ImGui::SameLine(std::max(ImGui::GetCursorPosX(), ImGui::GetContentRegionMax().x - width));
  if (chip(look, "follow", time.live)) time.live = true;
  tooltip(look, "Follow the newest data again after zooming or panning");
}

// A plot as a figure, whether it is in sight or not:
PlotData figure_data(const Panel& panel, int plot) {
  collect_marks(panel);
  return plot_data(panel, static_cast<Curves>(plot), true);
}
const PlotState& state_of(const Panel& panel, int plot) {
  return panel.state.plots[static_cast<size_t>(plot)];
}
std::string plot_title(const Panel& panel, int plot) {
  if (!has_plot(panel.context, plot)) return "";
  if (plot != static_cast<int>(readings_plot)) return figure_data(panel, plot).title;
  return std::string(panel.simulation().run().solver().method().name) + " readings";
}
std::string plot_sentence(const Panel& panel, int plot) {
  if (!has_plot(panel.context, plot)) return "";
  return std::string(figure_data(panel, plot).help);
}
Request plot_table(const Panel& panel, int plot) {
  return SaveTable{
      panel.scene_name() + " " + plot_title(panel, plot),
      plot_csv(figure_data(panel, plot), state_of(panel, plot), panel.state.time.range)};
}
chart::Drawing draw_plot(const Panel& panel, int plot) {
  return plot_figure(figure_data(panel, plot), state_of(panel, plot), panel.state.time.range,
                     *panel.look.palette,
                     panel.simulation().runs().size() > 1 && plot != static_cast<int>(readings_plot)
                         ? panel.scene_name()
                         : figure_subject(panel));
}

std::vector<Figure> figures() {
  std::vector<Figure> all;
  for (int plot = 0; plot <= static_cast<int>(readings_plot); ++plot)
    all.push_back({plot_title, plot_table, draw_plot, plot, plot_sentence});
  return all;
}

/// The lowest one has the labels of time, in a foot of this height.
void one_plot(const Panel& panel, size_t i, bool lowest, ImVec2 size, float foot) {
  const PlotData data = plot_data(panel, static_cast<Curves>(i), lowest);
  if (lowest) size.y += foot;
  plot(panel.look, data, panel.state.plots[i], panel.state.time, size);
  if (const auto kind = std::exchange(panel.state.plots[i].wanted, {}))
    export_figure(panel, {plot_title, plot_table, draw_plot, static_cast<int>(i)}, *kind);
}

void plots_panel(const Panel& panel) {
  collect_marks(panel);
  scale_readings(panel);
  if (on_stage(panel.context)) {  // one of them, for an audience
    const auto chosen = static_cast<int>(panel.options()[options::stage_plot()]);
    const int there = has_plot(panel.context, chosen) ? chosen : 0;
    return one_plot(panel, static_cast<size_t>(there), true, ImGui::GetContentRegionAvail(), 0);
  }
  window_row(panel);

  const bool fewer = needs_only_some(panel, {std::begin(spots), std::end(spots)});
  std::vector<size_t> shown;
  for (size_t i = 0; i < panel.state.plots.size(); ++i)
    if (has_plot(panel.context, static_cast<int>(i)) && (!fewer || needs(panel, spots[i])))
      shown.push_back(i);
  const float unit = panel.em(), more = fewer ? 2.2f * unit : 0;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = std::round(0.5f * unit);
  const auto count = static_cast<float>(shown.size());
  const float foot = std::round(1.2f * unit);
  const float fair = std::floor((room.y - more - foot - (count - 1) * gap) / count);
  const float each = std::max(7 * unit, fewer ? std::min(fair, 18 * unit) : fair);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, gap));
  for (const size_t i : shown) {
    const Highlight lit(panel, spots[i]);
    one_plot(panel, i, i == shown.back(), {room.x, each}, foot);
  }
  ImGui::PopStyleVar();
  if (fewer) more_button(panel, "All plots");
}

}  // namespace

void declare_plots_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "plots",
              .title = "Plots",
              .rank = 300,
              .draw = plots_panel,
              .spots = {"plot-error", "plot-oscillation", "plot-angle", "plot-sigma", "plot-depth",
                        "plot-pose", "plot-readings"},
              .figures = figures(),
              .explanation = "plots over time",
              .key = {'P'},
              .key_help = "plots"});
}

}  // namespace ui
