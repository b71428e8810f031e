#include "ui/plots/plot_painter.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/format.h"
#include "ui/kit/widgets.h"
#include "ui/plots/chart_painter.h"
#include "ui/plots/plot_chart.h"

namespace ui {

/// Two points a bucket: as many as there are pixels, or every step where they are fewer.
void PlotPainter::thin() {
  const double per_pixel = x.range.size() / data.x_per_step / std::max(width(), 1.f);
  const auto bucket = static_cast<int64_t>(per_pixel <= 1 ? 1 : std::ceil(2 * per_pixel));
  ui::thin(data, state, x.range, bucket, state.points);
}

void PlotPainter::fit_y() {
  y.log = state.log;
  if (!state.y_held) state.y = fit_values(data, state, state.points, state.y);
  y.range = state.y;
}

void PlotPainter::paint() {
  const float unit = em(look);
  const int rows = std::max(2, static_cast<int>(height() / (1.7f * unit))),
            columns = std::max(2, static_cast<int>(width() / (3.4f * unit)));
  describe(data, state, x, y, state.points, rows, columns, *look.palette, state.chart);
  const ChartPainter painter{look, a, b, list};
  list.AddRectFilled({a.x - hairline(look), a.y}, {a.x, b.y}, color(look.palette->border));
  painter.rows(state.chart.left);
  painter.columns(state.chart.below, data.x_labels);
  list.PushClipRect(a, b, true);
  for (const chart::Curve& curve : state.chart.curves) painter.curve(curve);
  for (const Series& series : data.series)
    if (series.reference && visible(series)) name_hidden_bound(series);
  painter.upright(state.chart);
  list.PopClipRect();
}

/// A bound that is off the top of the plot is said instead of drawn.
void PlotPainter::name_hidden_bound(const Series& series) {
  const float* value = sample(series, std::min(step_at(data, x.range.hi), series.samples.end - 1));
  if (!value || y.unit(*value * series.factor) <= 1) return;
  const std::string s =
      series.name + " " + short_number(*value * series.factor, 3) + data.unit + " ↑";
  const float unit = em(look);
  ImFont* small = look.fonts.small;
  const ImVec2 at{b.x - text_size(small, s).x - 0.3f * unit, a.y + small->FontSize};
  list.AddText(small, small->FontSize, at, color(series.color), s.c_str());
}

/// In every plot that shares the time axis; values where the mouse is.
void PlotPainter::crosshair(bool hovered) {
  if (!std::isfinite(time.hover) || !x.range.contains(time.hover)) return;
  const int64_t step = step_at(data, time.hover);
  const float at = std::round(px(x_of(step)));
  list.AddRectFilled({at, a.y}, {at + hairline(look), b.y}, color(look.palette->text, 0.5f));
  for (const Series& series : data.series) {
    const float* value = visible(series) ? sample(series, step) : nullptr;
    if (!value || !std::isfinite(*value)) continue;
    const double u = y.unit(*value * series.factor);
    if (u >= 0 && u <= 1)
      list.AddCircleFilled({at, py(*value * series.factor)}, 0.2f * em(look), color(series.color),
                           12);
  }
  if (!hovered) return;
  open_readout(look, place, a.y);
  read_values(step);
  end_tooltip();
}

void PlotPainter::read_values(int64_t step) {
  const view::Palette& p = *look.palette;
  const float unit = em(look), line = 1.25f * unit;
  ImFont *small = look.fonts.small, *body = look.fonts.body;
  {
    const TextStyle style(small, p.text_dim);
    text(fixed(x_of(step), 2) + " " + data.x_unit + "   step " + std::to_string(step));
    for (const PlotMark& mark : data.marks)
      if (std::abs(px(x_of(mark.step)) - px(x_of(step))) < 4) text("│ " + mark.text);
  }
  float names = 0;
  for (const Series& series : data.series) names = std::max(names, text_size(body, series.name).x);
  const float right = unit + names + 5 * unit;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& tip = *ImGui::GetWindowDrawList();
  float top = origin.y;
  for (const Series& series : data.series) {
    if (!visible(series)) continue;
    const float* value = sample(series, step);
    const std::string s = value ? significant(*value * series.factor, 3) : "–";
    mark(tip, data.marked() ? std::max(series.mark, 0) : 0,
         {origin.x + 0.3f * unit, top + 0.5f * unit}, 0.25f * unit, color(series.color));
    tip.AddText({origin.x + unit, top}, color(p.text), series.name.c_str());
    tip.AddText({origin.x + right - text_size(body, s).x, top}, color(p.text), s.c_str());
    tip.AddText(small, small->FontSize,
                {origin.x + right + 0.25f * unit, top + unit - small->FontSize - 1},
                color(p.text_dim), series.own_unit ? "" : data.unit);
    top += line;
  }
  ImGui::Dummy({right + 0.3f * unit + text_size(small, data.unit).x, top - origin.y});
}

}  // namespace ui
