#include "ui/plot_painter.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/format.h"
#include "ui/widgets.h"

namespace ui {
namespace {

/// Adds a point; the one before goes if the line passes within a fifth of a pixel of it anyway.
/// A smooth curve so costs a tenth of the triangles.
void extend(std::vector<ImVec2>& line, ImVec2 point) {
  constexpr float near = 0.2f, longest = 12;  // pixels; long chords could cut a slow bend
  if (line.size() >= 2) {
    const ImVec2 from = line[line.size() - 2], between = line.back();
    const float dx = point.x - from.x, dy = point.y - from.y, length = std::hypot(dx, dy);
    const float cross = dx * (between.y - from.y) - dy * (between.x - from.x);
    const float along = dx * (between.x - from.x) + dy * (between.y - from.y);
    if (length < longest && std::abs(cross) <= near * length && along >= 0 &&
        along <= length * length) {
      line.back() = point;
      return;
    }
  }
  line.push_back(point);
}

/// A line in pieces that end where it turns back: joined there, Dear ImGui's line thins to nothing,
/// and shaking is what these plots are for.
void solid(ImDrawList& list, const std::vector<ImVec2>& line, ImU32 ink, float thickness) {
  for (size_t first = 0; first + 1 < line.size();) {
    size_t last = first + 1;
    for (; last + 1 < line.size(); ++last) {
      const ImVec2 a = line[last - 1], b = line[last], c = line[last + 1];
      if ((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0) break;
    }
    list.AddPolyline(line.data() + first, static_cast<int>(last - first + 1), ink, 0, thickness);
    first = last;
  }
}

/// A dashed line; a dash begins at x0, so that they stay with the data.
void dashes(ImDrawList& list, const std::vector<ImVec2>& line, float x0, float dash, ImU32 ink,
            float thickness) {
  for (size_t i = 1; i < line.size(); ++i) {
    const ImVec2 a = line[i - 1], b = line[i];
    if (b.x - a.x < 1) {  // a step up or down
      list.AddLine(a, b, ink, thickness);
      continue;
    }
    const auto at = [&](float x) { return ImVec2(x, a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)); };
    for (float cell = 2 * std::floor((a.x - x0) / (2 * dash)); x0 + cell * dash < b.x; cell += 2) {
      const float from = std::max(a.x, x0 + cell * dash);
      const float to = std::min(b.x, x0 + (cell + 1) * dash);
      if (from < to) list.AddLine(at(from), at(to), ink, thickness);
    }
  }
}

}  // namespace

void PlotPainter::thin() {
  const double steps = x.range.size() / data.x_per_step;
  // Two points a bucket: as many as there are pixels, or every step where they are fewer.
  const double per_pixel = steps / std::max(width(), 1.f);
  const auto bucket = static_cast<int64_t>(per_pixel <= 1 ? 1 : std::ceil(2 * per_pixel));
  const int64_t first = step_at(x.range.lo) - bucket - 1, end = step_at(x.range.hi) + bucket + 2;
  state.points.resize(std::max(state.points.size(), data.series.size()));
  for (size_t i = 0; i < data.series.size(); ++i)
    if (visible(data.series[i]))
      decimate(data.series[i].samples, first, end, bucket, state.points[i]);
}

void PlotPainter::fit_y() {
  y.log = state.log;
  if (!state.y_held) {
    Extent curves, bounds;
    for (size_t i = 0; i < data.series.size(); ++i) {
      const Series& series = data.series[i];
      if (visible(series))
        (series.reference ? bounds : curves).add(state.points[i], series.factor, state.log);
    }
    const double near = state.log ? 30 : 2.5;  // a bound this far from the curves is still shown
    if (bounds.any && (!curves.any || bounds.range.hi < near * curves.range.hi)) {
      curves.add(bounds.range.lo);
      curves.add(bounds.range.hi);
    }
    state.y = follow(state.y, fit(curves.any ? curves.range : Range{}, state.log), state.log);
  }
  y.range = state.y;
}

void PlotPainter::grid() {
  const view::Palette& p = *look.palette;
  const float unit = em(look);
  ImFont* small = look.fonts.small;
  const float hair = hairline(look);
  const ImU32 ink = color(p.border, p.dark ? 0.8f : 1);
  list.AddRectFilled({a.x - hair, a.y}, {a.x, b.y}, color(p.border));
  const auto label = [&](ImVec2 at, const std::string& s) {
    list.AddText(small, small->FontSize, at, color(p.text_dim), s.c_str());
  };
  const Ticks rows = ticks(y, std::max(2, static_cast<int>(height() / (1.7f * unit))));
  for (double at : rows.at) {
    const float row = std::round(py(at));
    list.AddRectFilled({a.x, row}, {b.x, row + hair}, ink);
    const std::string s = tick_text(at, rows.step);
    const ImVec2 size = text_size(small, s);
    const float top = within(row - 0.5f * size.y, a.y - 0.3f * size.y, b.y - 0.7f * size.y);
    label({a.x - size.x - 0.35f * unit, top}, s);
  }
  const Ticks columns = ticks(x, std::max(2, static_cast<int>(width() / (3.4f * unit))));
  for (double at : columns.at) {
    const float column = std::round(px(at));
    list.AddRectFilled({column, a.y}, {column + hair, b.y}, ink);
    if (!data.x_labels) continue;
    const std::string s = tick_text(at, columns.step) + " " + data.x_unit;
    const float half = 0.5f * text_size(small, s).x;
    if (column + half < b.x + 0.4f * unit && column - half > a.x - 2 * unit)
      label({column - half, b.y + 0.15f * unit}, s);
  }
}

void PlotPainter::marks() {
  const view::Palette& p = *look.palette;
  const float unit = em(look), dash = std::max(2.f, std::round(0.2f * unit));
  ImFont* small = look.fonts.small;
  float free = b.x, last = b.x + 100;  // labels never overlap; the newest go first
  for (auto mark = data.marks.rbegin(); mark != data.marks.rend(); ++mark) {
    const float at = std::round(px(x_of(mark->step)));
    if (at < a.x || at > b.x || last - at < 3) continue;
    last = at;
    for (float top = a.y; top < b.y; top += 2 * dash)
      list.AddRectFilled({at, top}, {at + hairline(look), std::min(top + dash, b.y)},
                         color(p.text_dim, 0.8f));
    const float wide = text_size(small, mark->text).x + 0.5f * unit;
    const float left = at + wide <= free ? at : at - wide;
    if (left + wide > free || left < a.x) continue;
    list.AddRectFilled({left, a.y}, {left + wide, a.y + small->FontSize}, color(p.window, 0.8f));
    list.AddText(small, small->FontSize, {left + 0.25f * unit, a.y}, color(p.text_dim),
                 mark->text.c_str());
    free = left;
  }
}

void PlotPainter::stroke(const Series& series) {
  const float unit = em(look),
              thickness = std::max(1.f, std::round((series.bold ? 0.14f : 0.09f) * unit));
  const ImU32 ink = color(series.color);
  if (state.line.size() == 1) {
    list.AddCircleFilled(state.line[0], thickness, ink, 8);
  } else if (series.reference) {
    const double dash = 0.4 * unit, zero = a.x + x.unit(0) * width();
    dashes(list, state.line, static_cast<float>(std::fmod(zero, 2 * dash)),
           static_cast<float>(dash), ink, thickness);
  } else {
    solid(list, state.line, ink, thickness);
  }
  state.line.clear();
}

void PlotPainter::curve(size_t index) {
  const Series& series = data.series[index];
  state.line.clear();
  for (const Point& point : state.points[index]) {
    const double value = point.value * series.factor;
    if (!std::isfinite(value) || (state.log && !(value > 0))) {
      stroke(series);  // a gap
      continue;
    }
    extend(state.line, {px(point.step * data.x_per_step), py(value)});
  }
  stroke(series);
  if (series.reference) name_hidden_bound(series);
}

/// A bound that is off the top of the plot is said instead of drawn.
void PlotPainter::name_hidden_bound(const Series& series) {
  const float* value = sample(series, std::min(step_at(x.range.hi), series.samples.end - 1));
  if (!value || y.unit(*value * series.factor) <= 1) return;
  char number[40];
  std::snprintf(number, sizeof number, "%.3g", *value * series.factor);
  const std::string s = series.name + " " + number + data.unit + " ↑";
  const float unit = em(look);
  ImFont* small = look.fonts.small;
  const ImVec2 at{b.x - text_size(small, s).x - 0.3f * unit, a.y + small->FontSize};
  list.AddText(small, small->FontSize, at, color(series.color), s.c_str());
}

/// In every plot that shares the time axis; values where the mouse is.
void PlotPainter::crosshair(bool hovered) {
  if (!std::isfinite(time.hover) || !x.range.contains(time.hover)) return;
  const int64_t step = step_at(time.hover);
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
  open_tooltip(look);
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
    tip.AddCircleFilled({origin.x + 0.3f * unit, top + 0.5f * unit}, 0.25f * unit,
                        color(series.color), 12);
    tip.AddText({origin.x + unit, top}, color(p.text), series.name.c_str());
    tip.AddText({origin.x + right - text_size(body, s).x, top}, color(p.text), s.c_str());
    tip.AddText(small, small->FontSize,
                {origin.x + right + 0.25f * unit, top + unit - small->FontSize - 1},
                color(p.text_dim), data.unit);
    top += line;
  }
  ImGui::Dummy({right + 0.3f * unit + text_size(small, data.unit).x, top - origin.y});
}

}  // namespace ui
