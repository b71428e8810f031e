#include "ui/plots/chart_painter.h"

#include <algorithm>
#include <cmath>

#include "chart/marks.h"
#include "ui/kit/widgets.h"

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

chart::Rgb rgb(const glm::vec4& color) {
  const auto byte = [](float share) {
    return static_cast<unsigned char>(std::lround(255 * std::clamp(share, 0.f, 1.f)));
  };
  return {byte(color.r), byte(color.g), byte(color.b)};
}

ImU32 color(chart::Rgb rgb, float alpha) {
  return IM_COL32(rgb[0], rgb[1], rgb[2], std::lround(255 * alpha));
}

void stroke_line(ImDrawList& list, const std::vector<ImVec2>& line, ImU32 ink, float thickness,
                 bool round) {
  for (size_t first = 0; first + 1 < line.size();) {
    size_t last = first + 1;
    for (; last + 1 < line.size(); ++last) {
      const ImVec2 a = line[last - 1], b = line[last], c = line[last + 1];
      if ((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0) break;
    }
    list.AddPolyline(line.data() + first, static_cast<int>(last - first + 1), ink, 0, thickness);
    if (round && last + 1 < line.size()) list.AddCircleFilled(line[last], 0.5f * thickness, ink);
    first = last;
  }
}

void upright_text(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 ink, const std::string& s) {
  const int first = list.VtxBuffer.Size;
  const ImVec2 level = list.GetClipRectMin();  // where nothing of it is left out
  draw_text(list, font, level, ink, s);
  for (int i = first; i < list.VtxBuffer.Size; ++i) {
    ImVec2& v = list.VtxBuffer[i].pos;
    v = {at.x + (v.y - level.y), at.y - (v.x - level.x)};
  }
}

ImVec2 ChartPainter::at(chart::Point place) const {
  return {a.x + static_cast<float>(place.x) * width(),
          b.y - static_cast<float>(place.y) * height()};
}

chart::Point ChartPainter::place(ImVec2 point) const {
  return {(point.x - a.x) / width(), (b.y - point.y) / height()};
}

void ChartPainter::label(ImVec2 at, const std::string& s, ImU32 ink, bool halo) const {
  ImFont* small = look.fonts.small;
  at = {std::round(at.x), std::round(at.y)};
  if (halo)
    for (const ImVec2 by : {ImVec2(-1, 0), ImVec2(1, 0), ImVec2(0, -1), ImVec2(0, 1)})
      draw_text(list, small, {at.x + by.x, at.y + by.y}, IM_COL32_BLACK, s);
  draw_text(list, small, at, ink, s);
}

void ChartPainter::below(const chart::Side& side) const {
  const float unit = em(look), hair = hairline(look);
  const ImU32 ink = color(look.palette->text_dim);
  float free = a.x - 2 * unit;
  for (const chart::Tick& tick : side.ticks) {
    const float x = std::round(at({tick.at, 0}).x), length = tick.text.empty() ? 0.2f : 0.35f;
    list.AddRectFilled({x, b.y}, {x + hair, b.y + length * unit}, ink);
    const float half = 0.5f * text_size(look.fonts.small, tick.text).x;
    if (tick.text.empty() || x - half < free) continue;
    label({x - half, b.y + 0.4f * unit}, tick.text, ink);
    free = x + half + 0.4f * unit;
  }
}

void ChartPainter::beside(const chart::Side& side, float from, float way) const {
  const float unit = em(look), hair = hairline(look), high = look.fonts.small->FontSize;
  const ImU32 ink = color(look.palette->text_dim);
  float free = b.y + unit;
  for (const chart::Tick& tick : side.ticks) {
    const float y = std::round(at({0, tick.at}).y), length = tick.text.empty() ? 0.2f : 0.35f;
    const float end = from + way * length * unit;
    list.AddRectFilled({std::min(from, end), y}, {std::max(from, end), y + hair}, ink);
    if (tick.text.empty() || y + 0.5f * high > free) continue;
    const float before = way < 0 ? text_size(look.fonts.small, tick.text).x : 0;
    label({from + 0.5f * way * unit - before, y - 0.5f * high}, tick.text,
          side.color ? color(*side.color) : ink);
    free = y - 0.5f * high;
  }
}

void ChartPainter::at_left(const chart::Side& side) const { beside(side, a.x, -1); }

void ChartPainter::at_right(const chart::Side& side) const { beside(side, b.x, 1); }

void ChartPainter::rows(const chart::Side& left) const {
  const view::Palette& p = *look.palette;
  const float unit = em(look), hair = hairline(look);
  float free = b.y + unit;  // numbers never overlap; the lowest go first
  for (const chart::Tick& tick : left.ticks) {
    if (tick.text.empty()) continue;
    const float row = std::round(at({0, tick.at}).y);
    list.AddRectFilled({a.x, row}, {b.x, row + hair}, color(p.border, p.dark ? 0.8f : 1));
    const ImVec2 size = text_size(look.fonts.small, tick.text);
    const float top = within(row - 0.5f * size.y, a.y - 0.3f * size.y, b.y - 0.7f * size.y);
    const bool cut = a.x - size.x - 0.35f * unit < list.GetClipRectMin().x;  // "1.5·10⁻¹⁰"
    if (top + size.y > free || cut) continue;
    label({a.x - size.x - 0.35f * unit, top}, tick.text, color(p.text_dim));
    free = top;
  }
}

void ChartPainter::columns(const chart::Side& below, bool texts) const {
  const view::Palette& p = *look.palette;
  const float unit = em(look), hair = hairline(look);
  for (const chart::Tick& tick : below.ticks) {
    if (tick.text.empty()) continue;
    const float column = std::round(at({tick.at, 0}).x);
    list.AddRectFilled({column, a.y}, {column + hair, b.y}, color(p.border, p.dark ? 0.8f : 1));
    const float half = 0.5f * text_size(look.fonts.small, tick.text).x;
    if (texts && column + half < b.x + 0.4f * unit && column - half > a.x - 2 * unit)
      label({column - half, b.y + 0.15f * unit}, tick.text, color(p.text_dim));
  }
}

/// From pixel to pixel: edges that are smoothed would show between neighbours.
void ChartPainter::draw_band(const chart::Curve& curve) const {
  const ImDrawListFlags flags = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  for (size_t i = 1; i < curve.points.size(); ++i) {
    const chart::Point &left = curve.points[i - 1], &right = curve.points[i];
    if (!(curve.filled[i - 1] || curve.filled[i]) || !std::isfinite(left.y + right.y)) continue;
    const ImVec2 from = at(left), to = at(right);
    const float depth = static_cast<float>(curve.band) * height();
    list.AddQuadFilled({from.x, std::min(from.y + depth, b.y)}, from, to,
                       {to.x, std::min(to.y + depth, b.y)}, color(curve.color, 0.35f));
  }
  list.Flags = flags;
}

void ChartPainter::curve(const chart::Curve& curve) const {
  if (!curve.filled.empty()) draw_band(curve);
  const float unit = em(look),
              thickness = std::max(1.f, std::round((curve.bold ? 0.14f : 0.09f) * unit));
  const ImU32 ink = color(curve.color);
  std::vector<ImVec2> line;
  const auto stroke = [&] {
    if (line.size() == 1)
      list.AddCircleFilled(line[0], thickness, ink, 8);
    else if (curve.dashed)
      dashes(list, line, at({curve.phase, 0}).x, 0.4f * unit, ink, thickness);
    else
      stroke_line(list, line, ink, thickness);
    line.clear();
  };
  for (const chart::Point& point : curve.points)
    if (std::isfinite(point.y))
      extend(line, at(point));
    else
      stroke();
  stroke();
  for (const chart::Point& place : chart::mark_places(curve))
    mark(list, curve.mark, at(place), std::max(2.5f, 0.24f * unit), ink);
}

void ChartPainter::dots(const chart::Chart& chart) const {
  const float unit = em(look);
  for (const chart::Dot& dot : chart.dots) {
    const ImVec2 middle = at(dot.at);
    const float radius = unit / 16 * static_cast<float>(dot.radius);
    if (!dot.hollow) list.AddCircleFilled(middle, radius, color(dot.color, dot.strong ? 1 : 0.8f));
    const ImU32 edge = dot.hollow ? color(dot.color)
                                  : color(dot.strong ? look.palette->text : look.palette->panel);
    list.AddCircle(middle, radius, edge, 0, hairline(look));
  }
}

void ChartPainter::upright(const chart::Chart& chart) const {
  const float unit = em(look), dash = std::max(2.f, std::round(0.2f * unit));
  float free = b.x, last = b.x + 100;  // labels never overlap; the newest go first
  for (auto mark = chart.upright.rbegin(); mark != chart.upright.rend(); ++mark) {
    const float x = std::round(at({mark->at, 0}).x);
    if (x < a.x || x > b.x || last - x < 3) continue;
    last = x;
    for (float top = a.y; top < b.y; top += 2 * dash)
      list.AddRectFilled({x, top}, {x + hairline(look), std::min(top + dash, b.y)},
                         color(mark->color, 0.8f));
    const float wide = text_size(look.fonts.small, mark->text).x + 0.5f * unit;
    const float left = x + wide <= free ? x : x - wide;
    if (left + wide > free || left < a.x) continue;
    list.AddRectFilled({left, a.y}, {left + wide, a.y + look.fonts.small->FontSize},
                       color(look.palette->window, 0.8f));
    label({left + 0.25f * unit, a.y}, mark->text, color(mark->color));
    free = left;
  }
}

void ChartPainter::level(const chart::Chart& chart) const {
  const float unit = em(look), high = look.fonts.small->FontSize;
  for (const chart::Mark& mark : chart.level) {
    const float y = at({0, std::clamp(mark.at, 0., 1.)}).y;
    list.AddRectFilled(a, {b.x, y}, color(mark.color, 0.09f));
    list.AddRectFilled({a.x, y}, {b.x, y + hairline(look)}, color(mark.color, 0.6f));
    if (y - a.y > high)
      label({b.x - text_size(look.fonts.small, mark.text).x - 0.3f * unit, y - high - 1}, mark.text,
            color(mark.color));
  }
}

void ChartPainter::frame(bool strong) const {
  const float hair = hairline(look), out = strong ? 2 * hair : hair;
  list.AddRect({a.x - out, a.y - out}, {b.x + out, b.y + out},
               color(strong ? look.palette->accent : look.palette->border), 0, 0,
               strong ? 2 * hair : hair);
}

float tick_width(const Look& look, const chart::Side& side) {
  float widest = 0;
  for (const chart::Tick& tick : side.ticks)
    widest = std::max(widest, text_size(look.fonts.small, tick.text).x);
  return widest;
}

}  // namespace ui
