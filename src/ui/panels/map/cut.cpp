#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "chart/chart_drawing.h"
#include "sweep/drawing.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panels/map/parts.h"
#include "ui/plots/drawing_painter.h"

namespace ui {
namespace {

void cut_tooltip(const Panel& panel, const sweep::Result& result, const sweep::Axis& axis, int i,
                 const sweep::Cell* cell, const Rect& cut) {
  const Tooltip tip = open_tooltip_beside(panel.look, cut);
  text(axis_name(result.grid, axis) + " " + axis_value(result.grid, axis, axis.value(i)));
  if (cell) text(metrics_text(result.grid, *cell));
  note(panel.look, cell ? "Click to apply." : "Not computed yet.");
}

bool along_y(const Panel& panel) { return panel.options()[options::map_cut()] == 2; }

/// Draws the choice of the axis that the cut follows. Returns whether it is y.
bool choose_cut_axis(const Panel& panel, const sweep::Grid& grid) {
  const bool up = along_y(panel);
  const float gap = std::round(0.25f * panel.em());
  const std::array axes{&grid.x, &*grid.y};
  for (const size_t i : {0u, 1u}) {
    const std::string name = axis_name(grid, *axes[i]);
    if (i > 0) ImGui::SameLine(0, gap);
    if (chip(panel.look, name, up == (i == 1)))
      panel.context.set(options::map_cut(), static_cast<double>(i + 1));
    tooltip(panel.look, base::format("Error and oscillation along {}, {} at its current value",
                                     name, axis_name(grid, *axes[1 - i])));
  }
  return up;
}

/// The cut through a map at the other parameter's current value.
struct CutChart {
  CutChart(const Panel& panel, const sweep::Result& result, bool up, int ticks);

  const sweep::Axis &axis, &other;
  int fixed_at;
  sweep::Cut cut;  ///< the cells computed so far; the chart shows the nearest ones for the others
  std::string beside;  ///< such as "at λ 0.3 unit/rad"
  chart::Chart chart;
};

CutChart::CutChart(const Panel& panel, const sweep::Result& result, bool up, int ticks)
    : axis(up ? *result.grid.y : result.grid.x),
      other(up ? result.grid.x : *result.grid.y),
      fixed_at(nearest_now(panel, other)),
      cut(sweep::make_cut(result, fixed_at, up)),
      beside(base::format("at {} {}{}", axis_name(result.grid, other),
                          axis_value(result.grid, other, other.value(fixed_at)),
                          has_effect_now(panel, other) ? "" : ", off now")) {
  sweep::Cut whole = cut;
  for (int i = 0; i < axis.count; ++i)
    if (const sweep::Cell*& cell = whole.cells[static_cast<size_t>(i)]; !cell)
      cell = up ? result.cell_to_show(fixed_at, i) : result.cell_to_show(i, fixed_at);
  chart = sweep::chart_of(whole, sim::shaking, ticks);
  chart.left.color = chart.curves[0].color = rgb(panel.palette.accent);
  chart.right.color = chart.curves[1].color = rgb(panel.palette.warning);
  for (chart::ReferenceLine& border : chart.horizontal_lines)
    border.color = rgb(panel.palette.warning);
  for (const DrawnMap& one : panel.state.map.drawn)
    if (!one.picture.cells.empty()) chart.below = up ? one.picture.y : one.picture.x;
}

std::string cut_csv(const Panel& panel, int) {
  const sweep::Result& result = *current_method_map(panel);
  const CutChart cut(panel, result, along_y(panel), 0);
  std::string csv = cut.axis.key + csv_cells(sweep::metrics(), &sim::Metric::key) + "\n";
  for (int i = 0; i < cut.axis.count; ++i) {
    const sweep::Cell* cell = cut.cut.cells[static_cast<size_t>(i)];
    if (!cell) continue;
    const auto number = [cell](const sim::Metric* one) { return csv_cell(cell->*one->value); };
    csv += base::format("{}{}\n", csv_cell(cut.axis.value(i)), csv_cells(sweep::metrics(), number));
  }
  return csv;
}

chart::Drawing draw_cut(const Panel& panel, int) {
  constexpr int ticks = 6;
  constexpr double width = 580, height = 300;
  CutChart cut(panel, *current_method_map(panel), along_y(panel), ticks);
  cut.chart.title = figure_subject(panel);
  cut.chart.subtitle = cut.beside;
  cut.chart.grid = true;
  return chart::make_drawing(cut.chart, width, height);
}

}  // namespace

Figure cut_figure() {
  return {while_there(current_method_map, "Cut through the map"), cut_csv, draw_cut, 0,
          [](const Panel&, int) { return std::string(options::map_cut().explanation); }};
}

void draw_map_cut(const Panel& panel, const sweep::Result* result, ImVec2 size) {
  const view::Palette& p = panel.palette;
  const float unit = panel.em();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImFont *strong = panel.fonts.strong, *small = panel.fonts.small;
  if (!result || !result->grid.scene || !result->grid.y) {
    ImGui::Dummy(size);
    return;
  }
  const sweep::Grid& grid = result->grid;
  const float head = ImGui::GetFrameHeight();
  draw_line(strong, start, head, p.text, "Cut along");
  ImGui::SetCursorScreenPos({start.x + text_size(strong, "Cut along").x + 0.5f * unit, start.y});
  constexpr int ticks = 4;
  const bool up = choose_cut_axis(panel, grid);
  CutChart shown(panel, *result, up, ticks);
  const auto& [axis, other, fixed_at, cut, beside, chart] = shown;
  shown.chart.curves[1].dashed = false;
  ImGui::SameLine(0, 0.5f * unit);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  // The names of the two axes are above them, then the button, with the values between them if they
  // fit.
  float end = start.x + size.x - head;
  ImGui::SetCursorScreenPos({end, start.y});
  ImGui::PushID("cut");  // the map has a button of the same name
  if (const auto kind = export_button(panel.look)) export_figure(panel, cut_figure(), *kind);
  ImGui::PopID();
  const auto name = [&](const std::string& s, float x, const glm::vec4& ink) {
    draw_line(small, {x, start.y}, head, ink, s);
  };
  for (const auto& [word, ink] : {std::pair("oscillation", p.warning), {"error", p.accent}}) {
    end -= text_size(small, word).x + 0.7f * unit;
    if (end > after.x) name(word, end, ink);
  }
  if (after.x + text_size(small, beside).x + unit < end) name(beside, after.x, p.text_dim);

  const float left = std::max(tick_width(panel.look, chart.left), 2 * unit) + 0.7f * unit;
  const float right = std::max(tick_width(panel.look, chart.right), 2 * unit) + 0.7f * unit;
  ChartPainter plot{panel.look,
                    {start.x + left, start.y + head + 0.5f * unit},
                    {start.x + size.x - right, start.y + size.y - 1.5f * unit}};
  if (plot.height() < 2 * unit || plot.width() < 4 * unit) return;
  plot.show(chart);
  const double position = (axis.position(value_now(panel, axis)) + 0.5) / axis.count;
  if (position >= 0 && position <= 1 && has_effect_now(panel, axis)) {
    const float x = std::round(plot.at({position, 0}).x);
    fill({x, plot.a.y}, {2 * hairline(panel.look), plot.height()}, p.text, 0);
  }
  const bool clicked = click_area("cut", plot.a, {plot.width(), plot.height()});
  if (const int by = add_tab_stop(panel.look, TabStops::Kind::Slider).x; by != 0) {
    const int to = std::clamp(nearest_now(panel, axis) + by, 0, axis.count - 1);
    apply_values(panel, {{&axis, axis.value(to)}});
  }
  if (ImGui::IsItemHovered() || clicked) {
    const double at = plot.point_at(ImGui::GetIO().MousePos).x * axis.count - 0.5;
    const int i = axis.nearest(std::clamp(at, 0., axis.count - 1.));
    if (clicked)
      apply_values(panel, {{&axis, axis.value(i)}});
    else
      cut_tooltip(panel, *result, axis, i, cut.cells[static_cast<size_t>(i)],
                  {start.x, start.y, size.x, size.y});
  }
  occupy(start, size);
}

}  // namespace ui
