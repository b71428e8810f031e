#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "chart/chart_drawing.h"
#include "ui/kit/format.h"
#include "ui/panels/explain/parts.h"
#include "ui/plots/drawing_painter.h"

namespace ui {
namespace {

/// The state of the panel while it is drawn.
struct Why {
  const Panel& panel;
  const ik::Directions& d = *panel.state.explain.directions;
  const ik::Solver& solver = panel.solver();
  Explain& explain = panel.state.explain;
  const view::Palette& p = panel.palette;
  ImFont* small = panel.fonts.small;
  float unit = panel.em();
  int hot = explain.spot.direction;
  Rect of_bars = {}, of_gains = {};  ///< areas including captions

  void bars(ImVec2 at, ImVec2 size);
  void head_of_row(ImVec2 at, ImVec2 size, const Bars& bars);
  void point(int i, const Rect& picture);
  void gains(ImVec2 at, ImVec2 size);
  void legend();
};

/// Highlights a direction in all parts of the panel and in the 3D view.
void Why::point(int i, const Rect& picture) {
  explain.next_spot.direction = i;
  // The tooltip is at the bottom of the column if there is room, so that both pictures stay
  // visible.
  const Rect& column = panel.state.layout.plots;
  const float foot = column.y + column.height - 0.75f * unit, highest = 11 * unit;
  const bool at_foot = foot - highest > of_gains.y + of_gains.height;
  if (at_foot) ImGui::SetNextWindowPos({column.x + 0.75f * unit, foot}, ImGuiCond_Always, {0, 1});
  const Tooltip tip = at_foot ? open_tooltip(panel.look) : open_tooltip_beside(panel.look, picture);
  if (at_foot)
    ImGui::PushTextWrapPos(std::min(max_tooltip_width(panel.look), column.width) - 2.5f * unit);
  const ik::Direction& one = (*explain.read)[i];
  const double first = (*explain.read)[0].sigma;
  const std::string number = base::subscript(i + 1);
  text(panel.fonts.strong, base::format("σ{} = {} {}", number, significant(one.sigma, 3),
                                        unit_text(panel, "unit/rad")));
  const double scale = panel.skeleton().scale();
  const bool on_target = std::abs(one.error) < visible_error * scale;
  const bool rests = std::abs(one.step) < visible_step;
  text(on_target
           ? base::format("e along u{}: none", number)
           : base::format("e along u{}: {} {}, {} % of |e|", number, significant(one.error, 3),
                          unit_text(panel, "unit"), fixed(100 * one.share, 0)));
  constexpr double least = 0.001;  // below it the direction is dead
  text(one.gain * first < least
           ? "gain almost 0: this direction is left alone"
           : base::format("gain {} {}, {} times 1/σ₁", significant(one.gain, 3),
                          unit_text(panel, "rad/unit"), significant(one.gain * first, 2)));
  text(base::format("step along v{}: {}", number,
                    rests ? "none" : significant(base::degrees * one.step, 3) + "°"));
  note(panel.look, i < d.rank()
                       ? "Shown in the view: arrows along uᵢ at the effectors, and a ghost of the "
                         "body that swings along vᵢ."
                       : "No joint motion produces it: the effectors cannot move this way.");
  if (at_foot) ImGui::PopTextWrapPos();
}

/// Explains the row. A click on the row of singular values changes its scale.
void Why::head_of_row(ImVec2 at, ImVec2 size, const Bars& bars) {
  if (click_area(bars.name, at, size) && bars.of_sigma) explain.log = !explain.log;
  if (bars.of_sigma) add_tab_stop(panel.look);
  const Tooltip tip = begin_tooltip(panel.look);
  if (!tip) return;
  text(bars.meaning);
  if (bars.of_sigma)
    note(panel.look, explain.log
                         ? "Four decades: each line is a tenth of the one above it, and the "
                           "top is σ₁. Click for a linear scale."
                         : "Linear, from 0; click for four decades.");
}

void Why::bars(ImVec2 at, ImVec2 size) {
  const float foot = small->FontSize + 2, each = std::floor((size.y - foot) / 3);
  const float left = std::round(4.1f * unit), step = (size.x - left) / static_cast<float>(d.size());
  const ImVec2 first{at.x + left, at.y}, last{at.x + size.x, at.y + 3 * each};
  if (hot >= 0)
    fill({first.x + step * static_cast<float>(hot), first.y}, {step, 3 * each}, p.hovered, 0);
  const auto rows = direction_bars(panel);
  ChartPainter painter{panel.look, first, last};
  draw_bars(painter.drawing, painter.area, rows, hot);
  painter.show();
  for (size_t i = 0; i < rows.size(); ++i)
    head_of_row({at.x, at.y + each * static_cast<float>(i)}, {left, each}, rows[i]);
  click_area("bars", {at.x + left, at.y}, {size.x - left, size.y});
  const TabStops::Keys keys = add_tab_stop(panel.look, TabStops::Kind::Slider);
  const float x = ImGui::GetIO().MousePos.x - at.x - left;
  if (keys.marked) {
    explain.by_keys = std::clamp(explain.by_keys + keys.x, 0, d.size() - 1);
    point(explain.by_keys, of_bars);
  } else if (ImGui::IsItemHovered() && x >= 0) {
    point(std::clamp(static_cast<int>(x / step), 0, d.size() - 1), of_bars);
  }
}

/// Draws the choice of methods whose gains are drawn; the current method's gain is always drawn.
void Why::legend() {
  const ik::MethodInfo& at_work = solver.method();
  ChipRow chips(panel.look);
  for (const ik::GainProbe& probe : explain.probes) {
    const std::string name(probe.method().name);
    const bool on = explain.curves.contains(name) || &probe.method() == &at_work;
    if (chips.chip(name, on) && &probe.method() != &at_work) {
      if (on)
        explain.curves.erase(name);
      else
        explain.curves.insert(name);
    }
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (on)
      fill({low.x, high.y - 0.1f * unit}, {high.x - low.x, 0.16f * unit},
           curve_ink(panel, probe.method()), 0);
    tooltip(panel.look,
            base::format("{} has the gain {}; {}.", probe.method().title, probe.method().gain,
                         &probe.method() == &at_work ? "it is the current method, always drawn"
                         : on                        ? "click to hide its curve"
                              : "click to draw its curve beside the current method's"));
  }
}

void Why::gains(ImVec2 at, ImVec2 size) {
  const float left = std::round(4.1f * unit), foot = std::round(1.25f * unit);
  const ImVec2 a{at.x + left, at.y + 0.4f * unit}, b{at.x + size.x, at.y + size.y - foot};
  if (d.rank() == 0 || b.y - a.y < 2 * unit) return;
  const auto [x, y, gains] = gain_chart(panel);
  ChartPainter painter{panel.look, a, b};
  chart::draw_grid_rows(
      painter.drawing, painter.area,
      {{}, ticks(y, std::max(2, static_cast<int>(painter.height() / (1.8f * unit))))}, 0);
  chart::draw_grid_columns(
      painter.drawing, painter.area,
      {{}, ticks(x, std::max(2, static_cast<int>(painter.width() / (3.4f * unit))))});
  for (const chart::Curve& curve : gains.curves)
    chart::draw_curve(painter.drawing, painter.area, curve);
  chart::draw_dots(painter.drawing, painter.area, gains);
  chart::draw_caption(
      painter.drawing,
      {painter.area.x + painter.area.width - 2, painter.area.y + painter.drawing.theme.label},
      base::format("gain, {}, over σ, {}", unit_text(panel, "rad/unit"),
                   unit_text(panel, "unit/rad")),
      {.color = painter.drawing.theme.strong,
       .size = painter.drawing.theme.label,
       .anchor = chart::Anchor::End});
  painter.show();
  const auto column = [&, &x = x](int k) {  // of a singular value
    return a.x + static_cast<float>(x.to_unit(d[k].sigma)) * (b.x - a.x);
  };
  for (int k = 0; k < d.rank(); ++k)
    fill({column(k), b.y - 0.5f * unit}, {hairline(panel.look), 0.5f * unit},
         k == hot ? p.text : p.text_dim, 0);

  click_area("gains", a, {b.x - a.x, b.y - a.y});
  if (!ImGui::IsItemHovered()) return;
  int nearest = -1;
  float closest = 1.5f * unit;
  for (int k = 0; k < d.rank(); ++k) {
    const float away = std::abs(ImGui::GetIO().MousePos.x - column(k));
    if (away >= closest) continue;
    closest = away;
    nearest = k;
  }
  if (nearest >= 0) return point(nearest, of_gains);
  const Tooltip tip = open_tooltip_beside(panel.look, of_gains);
  text(gains_figure().sentence(panel, 0));
}

}  // namespace

void why_panel(const Panel& panel, float height) {
  Why why{panel};
  const float unit = panel.em(), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (why.d.rank() == 0) return note(panel.look, "Nothing to show yet: make a step.");
  const bool low = height < 22 * unit;  // as on the stage beside a lesson
  const float above =
      std::round(low ? 0.42f * height : std::clamp(0.42f * height, 10 * unit, 15 * unit));
  export_row(panel, bars_figure(), "Singular directions", &why.explain.log);
  const float second = at.y + above + 0.35f * unit;
  why.of_bars = {at.x, at.y, width, above};
  why.of_gains = {at.x, second, width, std::max((low ? 10 : 13) * unit, at.y + height - second)};
  const ImVec2 first = ImGui::GetCursorScreenPos();
  why.bars(first, {width, at.y + above - first.y});
  ImGui::SetCursorScreenPos({at.x, second});
  export_row(panel, gains_figure(), "Gains");
  why.legend();
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float rest = std::max((low ? 5 : 8) * unit, at.y + height - below.y);
  why.gains(below, {width, rest});
  occupy({at.x, below.y + rest}, {width, 0});
}

}  // namespace ui
