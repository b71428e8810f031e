#include <algorithm>
#include <cmath>

#include "sweep/best.h"
#include "sweep/picture.h"
#include "ui/format.h"
#include "ui/map_painter.h"
#include "ui/options.h"
#include "ui/panels/map/parts.h"

namespace ui {
namespace {

/// One metric along the cut, with an axis of its own.
struct Curve {
  const sim::Metric& metric;
  glm::vec4 ink;
  sweep::Range range;
};

void draw(MapPainter& plot, const sweep::Cut& cut, const Curve& curve) {
  std::vector<ImVec2> points;
  const float thick = std::max(1.f, 0.12f * em(plot.look));
  const auto stroke = [&] {
    plot.list.AddPolyline(points.data(), static_cast<int>(points.size()), color(curve.ink), 0,
                          thick);
    points.clear();
  };
  for (int i = 0; i < cut.axis->count; ++i) {
    const sweep::Cell* cell = cut.cells[static_cast<size_t>(i)];
    if (!cell) continue;  // not yet
    const double share = std::clamp(curve.range.unit(curve.metric.shown(*cell)), 0., 1.);
    points.push_back(plot.at({(i + 0.5) / cut.axis->count, share}));
  }
  stroke();
}

void say(const Panel& panel, const sweep::Result& result, const sweep::Axis& axis, int i,
         const sweep::Cell* cell) {
  open_tooltip(panel.look);
  text(axis_name(result.grid, axis) + " " + axis_value(result.grid, axis, axis.value(i)));
  if (cell)
    text("error " + significant(cell->mean_total_error, 3) + ", oscillation " +
         sim::oscillation_metric().text(cell->oscillation_mean));
  note(panel.look, cell ? "Click to apply." : "Not computed yet.");
  end_tooltip();
}

/// Which way it goes.
bool choose_way(const Panel& panel, const sweep::Grid& grid) {
  const base::Parameter& option = options::map_cut();
  const bool up = panel.options()[option] == 2;
  const float gap = std::round(0.25f * panel.em());
  const std::array axes{&grid.x, &*grid.y};
  for (const size_t i : {0u, 1u}) {
    const std::string name = axis_name(grid, *axes[i]);
    if (i > 0) ImGui::SameLine(0, gap);
    if (chip(panel.look, name.c_str(), up == (i == 1)))
      panel.context.set(option, static_cast<double>(i + 1));
    tooltip(panel.look, "Error and oscillation along " + name + ", " +
                            axis_name(grid, *axes[1 - i]) + " at its current value");
  }
  return up;
}

}  // namespace

void map_cut(const Panel& panel, const sweep::Result* result, ImVec2 size) {
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImFont *strong = panel.look.fonts.strong, *small = panel.look.fonts.small;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!result || !result->grid.scene || !result->grid.y) {
    ImGui::Dummy(size);
    return;
  }
  const sweep::Grid& grid = result->grid;
  const float head = ImGui::GetFrameHeight();
  list.AddText(strong, strong->FontSize, {start.x, start.y + std::round(0.5f * (head - unit))},
               color(p.text), "Cut along");
  ImGui::SetCursorScreenPos({start.x + text_size(strong, "Cut along").x + 0.5f * unit, start.y});
  const bool up = choose_way(panel, grid);
  const sweep::Axis &axis = up ? *grid.y : grid.x, &other = up ? grid.x : *grid.y;
  const int fixed_at = nearest_now(panel, other);
  const std::string beside =
      "at " + axis_name(grid, other) + " " + axis_value(grid, other, other.value(fixed_at));
  ImGui::SameLine(0, 0.5f * unit);
  list.AddText(
      small, small->FontSize,
      {ImGui::GetCursorScreenPos().x, start.y + std::round(0.5f * (head - small->FontSize))},
      color(p.text_dim), beside.c_str());

  sweep::Cut cut = up ? sweep::along_y(*result, fixed_at) : sweep::along_x(*result, fixed_at);
  for (int i = 0; i < axis.count; ++i)  // what is not there yet is as near it
    if (const sweep::Cell*& cell = cut.cells[static_cast<size_t>(i)]; !cell)
      cell = up ? result->shown(fixed_at, i) : result->shown(i, fixed_at);
  std::array curves{Curve{sim::error_metric(), p.accent, {}},
                    Curve{sim::oscillation_metric(), p.warning, {}}};
  std::array<sweep::Side, 2> sides;
  for (size_t i = 0; i < 2; ++i) {
    std::vector<double> values;
    for (const sweep::Cell* cell : cut.cells)
      if (cell) values.push_back(curves[i].metric.shown(*cell));
    sweep::Range& range = curves[i].range = sweep::range_of(values, curves[i].metric.scale);
    if (i == 1 && !values.empty()) {  // the border is always in sight
      range.from = std::min(range.from, 0.8 * sim::shaking);
      range.to = std::max(range.to, 1.25 * sim::shaking);
    }
    if (!values.empty()) sides[i] = {"", sweep::ticks(range, 4)};
  }
  const float left = std::max(tick_width(panel.look, sides[0]), 2 * unit) + 0.7f * unit;
  const float right = std::max(tick_width(panel.look, sides[1]), 2 * unit) + 0.7f * unit;
  MapPainter plot{panel.look,
                  {start.x + left, start.y + head + 0.5f * unit},
                  {start.x + size.x - right, start.y + size.y - 1.5f * unit}};
  if (plot.height() < 2 * unit || plot.width() < 4 * unit) return;
  // Names of the two axes, over them.
  const auto name = [&](const char* s, float x, const glm::vec4& ink) {
    list.AddText(small, small->FontSize, {x, start.y + std::round(0.5f * (head - small->FontSize))},
                 color(ink), s);
  };
  const float oscillation = start.x + size.x - text_size(small, "oscillation").x;
  name("oscillation", oscillation, p.warning);
  name("error", oscillation - text_size(small, "error").x - unit, p.accent);

  list.AddRectFilled(plot.a, plot.b, color(p.window));
  const double border = std::clamp(curves[1].range.unit(sim::shaking), 0., 1.);
  const ImVec2 shakes = plot.at({0, border});
  list.AddRectFilled(plot.a, {plot.b.x, shakes.y}, color(p.warning, 0.09f));
  list.AddRectFilled({plot.a.x, shakes.y}, {plot.b.x, shakes.y + hairline(panel.look)},
                     color(p.warning, 0.6f));
  if (shakes.y - plot.a.y > small->FontSize)
    list.AddText(
        small, small->FontSize,
        {plot.b.x - text_size(small, "shakes").x - 0.3f * unit, shakes.y - small->FontSize - 1},
        color(p.warning), "shakes");
  const sweep::Picture* picture = nullptr;
  for (const DrawnMap& one : panel.state.map.drawn)
    if (!one.picture.cells.empty()) picture = &one.picture;
  if (picture) plot.below(up ? picture->y : picture->x);
  plot.at_left(sides[0], p.accent);
  plot.at_right(sides[1], p.warning);
  for (const Curve& curve : curves) draw(plot, cut, curve);

  const double place = (axis.place(value_now(panel, axis)) + 0.5) / axis.count;
  if (place >= 0 && place <= 1 && has_effect_now(panel, axis)) {
    const float x = std::round(plot.at({place, 0}).x);
    list.AddRectFilled({x, plot.a.y}, {x + 2 * hairline(panel.look), plot.b.y}, color(p.series[5]));
  }
  plot.frame(false);
  ImGui::SetCursorScreenPos(plot.a);
  const bool clicked = ImGui::InvisibleButton("cut", {plot.width(), plot.height()});
  if (ImGui::IsItemHovered() || clicked) {
    const double at = plot.place(ImGui::GetIO().MousePos).x * axis.count - 0.5;
    const int i = axis.nearest(std::clamp(at, 0., axis.count - 1.));
    if (clicked)
      apply_values(panel, {{&axis, axis.value(i)}});
    else
      say(panel, *result, axis, i, cut.cells[static_cast<size_t>(i)]);
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy(size);
}

}  // namespace ui
