#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"
#include "chart/chart_drawing.h"
#include "ik/methods/method.h"
#include "ui/kit/format.h"
#include "ui/kit/highlight.h"
#include "ui/options/options.h"
#include "ui/panels/column/curves.h"
#include "ui/plots/figure.h"
#include "ui/plots/plot.h"
#include "ui/stage.h"

namespace ui {
namespace {

void collect_marks(const Panel& panel) {
  std::vector<PlotMark>& marks = panel.state.marks;
  marks.clear();
  for (const auto& mark : panel.history().marks())
    marks.push_back({mark.step, sim::text(mark.effect)});
}

/// Chooses a linear or logarithmic axis for a method's readings by their first second, since they
/// may span decades or be mostly zero.
void scale_readings(const Panel& panel) {
  constexpr int enough = 60;
  State& state = panel.state;
  const ik::MethodInfo* method = &panel.run().solver().method();
  const int64_t now = panel.timeline().now();
  if (state.read_method != method || now < state.read_since) {
    state.read_method = method;
    state.read_since = now;
    state.plots.back().log_by_default = false;
    state.plots.back().apply(state.wanted_readings.value_or(PlotChoice()));
    state.readings_scaled = state.wanted_readings && state.wanted_readings->log;
    state.wanted_readings.reset();
  }
  if (state.readings_scaled || now < state.read_since + enough) return;
  state.readings_scaled = true;
  for (int i = 0; i < static_cast<int>(method->readings.size()); ++i) {
    const int channel = panel.history().reading(i);
    const double least = panel.history().min(channel, enough);
    if (least > 0 && panel.history().max(channel, enough) > 100 * least)
      state.plots.back().log = state.plots.back().log_by_default = true;
  }
}

void window_row(const Panel& panel) {
  const Look& look = panel.look;
  const base::Parameter& option = options::plot_window();
  PlotTime& time = panel.state.time;
  const float gap = std::round(0.25f * panel.em());
  for (const auto& [seconds, label] :
       {std::pair(5, "5 s"), {10, "10 s"}, {30, "30 s"}, {120, "2 min"}, {600, "10 min"}}) {
    const bool on = time.live && panel.options()[option] == seconds;
    if (chip(look, label, on)) {
      panel.context.set(option, seconds);
      time.live = true;
    }
    ImGui::SameLine(0, gap);
  }
  const float width = chip_width(look, "follow");
  ImGui::SameLine(std::max(ImGui::GetCursorPosX(), ImGui::GetContentRegionMax().x - width));
  if (chip(look, "follow", time.live)) time.live = true;
  tooltip(look, "Follow the newest data again after zooming or panning");
}

/// Returns the first and the end of the visible steps that at least one curve has.
std::pair<int64_t, int64_t> steps_in(const PlotData& data, Range x) {
  int64_t first = std::numeric_limits<int64_t>::max(), end = 0;
  for (const Series& series : data.series) {
    first = std::min(first, series.samples.first);
    end = std::max(end, series.samples.end);
  }
  return {std::max(first, static_cast<int64_t>(std::ceil(x.lo / data.x_per_step))),
          std::min(end, static_cast<int64_t>(std::floor(x.hi / data.x_per_step)) + 1)};
}

bool is_of_readings(int plot) { return !plots()[static_cast<size_t>(plot)].metric; }

// These make a plot a figure, whether it is visible or not.
PlotData figure_data(const Panel& panel, int plot) {
  collect_marks(panel);
  return plot_data(panel, plots()[static_cast<size_t>(plot)], true);
}
std::string plot_title(const Panel& panel, int plot) {
  if (!has_plot(panel.context, plot)) return "";
  if (!is_of_readings(plot)) return figure_data(panel, plot).title;
  return std::string(panel.method().name) + " readings";
}
std::string plot_sentence(const Panel& panel, int plot) {
  return has_plot(panel.context, plot) ? figure_data(panel, plot).help : "";
}
std::string plot_csv(const Panel& panel, int plot) {
  const PlotData data = figure_data(panel, plot);
  std::vector<Series> seen(data.series.begin(), data.series.end());
  std::erase_if(seen, [&](const Series& series) {
    return panel.state.plots[static_cast<size_t>(plot)].hidden.contains(series.name);
  });
  std::string csv =
      base::format("step,{}{}\n", data.x_unit,
                   csv_cells(seen, [](const Series& series) { return csv_cell(series.name); }));
  const auto [first, end] = steps_in(data, panel.state.time.range);
  for (int64_t step = first; step < end; ++step) {
    const auto cell = [step](const Series& series) {
      const float* value = sample(series, step);
      return value ? csv_cell(*value * series.factor) : "";
    };
    csv += base::format("{},{}{}\n", step, csv_cell(static_cast<double>(step) * data.x_per_step),
                        csv_cells(seen, cell));
  }
  return csv;
}

chart::Drawing draw_plot(const Panel& panel, int plot) {
  constexpr double width = 720, height = 232;
  constexpr int rows = 6, columns = 8;
  const PlotData data = figure_data(panel, plot);
  const PlotState& state = panel.state.plots[static_cast<size_t>(plot)];
  const Range x = panel.state.time.range;
  const auto steps = static_cast<int64_t>(x.size() / data.x_per_step);
  std::vector<std::vector<Point>> points;
  thin(data, state, x, std::max<int64_t>(1, steps / static_cast<int64_t>(width)), points);
  const Axis up{state.y_zoomed ? state.y : fit_values(data, state, points, state.y), state.log};
  chart::Chart chart;
  fill_chart(data, state, {x, false}, up, points, rows, columns, panel.palette, chart);
  const bool of_runs = panel.simulation().runs().size() > 1 && !is_of_readings(plot);
  chart.subtitle = of_runs ? panel.scene_name() : figure_subject(panel);
  return chart::make_drawing(chart, width, height);
}

std::vector<Figure> figures() {
  std::vector<Figure> all;
  for (int plot = 0; plot < std::ssize(plots()); ++plot)
    all.push_back({plot_title, plot_csv, draw_plot, plot, plot_sentence});
  return all;
}

/// Draws one plot. The lowest plot has the labels of time, in a foot of this height.
void one_plot(const Panel& panel, size_t i, bool lowest, ImVec2 size, float foot) {
  const PlotData data = plot_data(panel, plots()[i], lowest);
  if (lowest) size.y += foot;
  plot(panel.look, data, panel.state.plots[i], panel.state.time, size);
  if (const auto kind = std::exchange(panel.state.plots[i].requested_file, {}))
    export_figure(panel, {plot_title, plot_csv, draw_plot, static_cast<int>(i)}, *kind);
}

void plots_panel(const Panel& panel) {
  collect_marks(panel);
  scale_readings(panel);
  if (is_presenting(panel.context)) {  // an audience sees one plot
    const auto chosen = static_cast<int>(panel.options()[options::stage_plot()]);
    const int there = has_plot(panel.context, chosen) ? chosen : 0;
    return one_plot(panel, static_cast<size_t>(there), true, ImGui::GetContentRegionAvail(), 0);
  }
  window_row(panel);

  const bool fewer = needs_only_some(panel, plot_names(&PlotInfo::spot));
  std::vector<size_t> shown;
  for (size_t i = 0; i < panel.state.plots.size(); ++i)
    if (has_plot(panel.context, static_cast<int>(i)) &&
        (!fewer || is_needed(panel, plots()[i].spot)))
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
    const Highlight lit(panel, plots()[i].spot);
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
              .spots = plot_names(&PlotInfo::spot),
              .figures = figures(),
              .explanation = "plots over time",
              .key = {'P'},
              .key_help = "plots"});
}

}  // namespace ui
