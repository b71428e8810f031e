#include "chart/chart_drawing.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "chart/marks.h"

namespace chart {
namespace {

constexpr double foot = 48, legend_line = 20, legend_swatch = 34, legend_gap = 22;
constexpr Font small{.size = 11};
constexpr Stroke axis_stroke{.color = line_ink};

constexpr double length(const Tick& tick) { return tick.text.empty() ? 3 : 6; }

Stroke stroke(const Curve& curve) {
  return {.color = curve.color,
          .width = curve.bold ? 2.2 : 1.4,
          .dash = curve.dashed ? 6. : 0,
          .gap = 4};
}

void grid(Drawing& drawing, const Area& area, const Chart& chart) {
  const Stroke line{.color = grid_ink};
  for (const Tick& tick : chart.below.ticks)
    if (!tick.text.empty()) drawing.line(area({tick.at, 0}), area({tick.at, 1}), line);
  for (const Tick& tick : chart.left.ticks)
    if (!tick.text.empty()) drawing.line(area({0, tick.at}), area({1, tick.at}), line);
}

void draw(Drawing& drawing, const Area& area, const Curve& curve) {
  std::vector<std::vector<Point>> pieces(1), fill;
  for (size_t i = 0; i < curve.points.size(); ++i) {
    const Point& point = curve.points[i];
    const bool finite = std::isfinite(point.y);
    if (finite)
      pieces.back().push_back(area(point));
    else
      pieces.emplace_back();
    if (finite && !curve.filled.empty() && curve.filled[i])
      fill.push_back({area({point.x, std::max(point.y - curve.band, 0.)}), area(point)});
  }
  if (!fill.empty()) drawing.lines(std::move(fill), {.color = curve.color, .opacity = 0.25}, area);
  drawing.lines(std::move(pieces), stroke(curve), area);
  for (const Point& place : mark_places(curve)) mark(drawing, area(place), curve.mark, curve.color);
}

/// Texts of upright marks never overlap; the later ones go first.
void draw_marks(Drawing& drawing, const Area& area, const Chart& chart) {
  constexpr double gap = 4;
  double free = area.x + area.width;
  for (auto mark = chart.upright.rbegin(); mark != chart.upright.rend(); ++mark) {
    const Point top = area({mark->at, 1});
    drawing.line(area({mark->at, 0}), top, {.color = mark->color, .dash = 4, .gap = 3});
    Font font = small;
    font.color = mark->color;
    font.halo = {{255, 255, 255}};
    const double wide = text_width(mark->text, font) + 2 * gap;
    const bool right = top.x + wide <= free;
    if (!right) font.anchor = Anchor::End;
    if (!right && (top.x > free || top.x - wide < area.x)) continue;
    drawing.text({top.x + (right ? gap : -gap), top.y + 12}, mark->text, font);
    free = right ? top.x : top.x - wide;
  }
  for (const Mark& mark : chart.level) {
    const Point right = area({1, mark.at});
    drawing.line(area({0, mark.at}), right, {.color = mark.color, .dash = 2, .gap = 3});
    Font font = small;
    font.color = mark.color;
    font.anchor = Anchor::End;
    drawing.text({right.x - 6, right.y - 5}, mark.text, font);
  }
}

/// The places of the legend's entries; lines count from above.
struct Entry {
  const Curve* curve;
  double x;
  int line;
};
std::vector<Entry> legend(const Chart& chart, double width) {
  std::vector<Entry> entries;
  double x = 0;
  int line = 0;
  for (const Curve& curve : chart.curves) {
    const double wide = legend_swatch + text_width(curve.name);
    if (x > 0 && x + wide > width) {
      x = 0;
      ++line;
    }
    entries.push_back({&curve, x, line});
    x += wide + legend_gap;
  }
  return entries;
}

}  // namespace

void frame(Drawing& drawing, const Area& area) { drawing.outline(area, axis_stroke); }

void side_below(Drawing& drawing, const Area& area, const Side& side) {
  for (const Tick& tick : side.ticks) {
    const Point at = area({tick.at, 0});
    drawing.line(at, {at.x, at.y + length(tick)}, axis_stroke);
    drawing.text({at.x, at.y + 20}, tick.text, {.anchor = Anchor::Middle});
  }
  drawing.text({area.x + area.width / 2, area.y + area.height + 42}, side.title,
               {.anchor = Anchor::Middle});
}

void side_at_left(Drawing& drawing, const Area& area, const Side& side) {
  const Rgb color = side.color.value_or(ink);
  for (const Tick& tick : side.ticks) {
    const Point at = area({0, tick.at});
    drawing.line({at.x - length(tick), at.y}, at, axis_stroke);
    drawing.text({at.x - 9, at.y + 4.5}, tick.text, {.color = color, .anchor = Anchor::End});
  }
  drawing.text({area.x - 52, area.y + area.height / 2}, side.title,
               {.color = color, .anchor = Anchor::Middle, .upwards = true});
}

void side_at_right(Drawing& drawing, const Area& area, const Side& side) {
  const Rgb color = side.color.value_or(ink);
  for (const Tick& tick : side.ticks) {
    const Point at = area({1, tick.at});
    drawing.line(at, {at.x + length(tick), at.y}, axis_stroke);
    drawing.text({at.x + 9, at.y + 4.5}, tick.text, {.color = color});
  }
  drawing.text({area.x + area.width + 66, area.y + area.height / 2}, side.title,
               {.color = color, .anchor = Anchor::Middle, .upwards = true});
}

void ring(Drawing& drawing, Point at) {
  constexpr Rgb white{255, 255, 255};
  drawing.circle(at, 7, {}, Stroke{.width = 4.5});
  drawing.circle(at, 7, {}, Stroke{.color = white, .width = 2});
  drawing.circle(at, 2, white, Stroke{});
}

void titles(Drawing& drawing, double right, const std::string& title, const std::string& subtitle) {
  const Font heading{.size = 16, .bold = true}, beside{.color = dim_ink, .anchor = Anchor::End};
  drawing.text({margin, 26}, title, heading);
  if (margin + text_width(title, heading) + text_width(subtitle, beside) < right - 10)
    drawing.text({right, 26}, subtitle, beside);
}

void mark(Drawing& drawing, Point at, int index, Rgb color) {
  constexpr double radius = 4;
  for (std::vector<Point> polygon : mark_of(index)) {
    for (Point& corner : polygon) corner = {at.x + radius * corner.x, at.y - radius * corner.y};
    drawing.polygon(std::move(polygon), color);
  }
}

Drawing drawing(const Chart& chart, double width, double height) {
  const std::vector<Entry> entries = legend(chart, width);
  const double more = entries.empty() ? -legend_line : legend_line * entries.back().line;
  const Area area{margin, head + more, width, height};
  const bool has_right = !chart.right.ticks.empty();
  const double right = margin + width;
  Drawing drawing{right + (has_right ? 84 : 24),
                  area.y + height + foot + (chart.below.title.empty() ? -12 : 12)};
  titles(drawing, right, chart.title, chart.subtitle);
  if (chart.grid) grid(drawing, area, chart);
  draw_marks(drawing, area, chart);
  for (const Curve& curve : chart.curves) draw(drawing, area, curve);
  constexpr Range within{0, 1};
  for (const Dot& dot : chart.dots)
    if (within.contains(dot.at.x) && within.contains(dot.at.y))
      drawing.circle(area(dot.at), dot.radius, dot.hollow ? std::nullopt : std::optional(dot.color),
                     Stroke{.color = dot.hollow ? dot.color : Rgb{255, 255, 255}});
  for (const Point& place : chart.rings) ring(drawing, area(place));
  frame(drawing, area);
  side_below(drawing, area, chart.below);
  side_at_left(drawing, area, chart.left);
  if (has_right) side_at_right(drawing, area, chart.right);
  for (const Entry& entry : entries) {
    const double x = margin + entry.x, y = head - 20 + legend_line * entry.line;
    Stroke line = stroke(*entry.curve);
    line.width = 2.2;
    drawing.line({x, y}, {x + 26, y}, line);
    if (entry.curve->mark >= 0) mark(drawing, {x + 13, y}, entry.curve->mark, line.color);
    drawing.text({x + legend_swatch, y + 4.5}, entry.curve->name);
  }
  return drawing;
}

}  // namespace chart
