#include "chart/chart_drawing.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace chart {
namespace {

constexpr double figure_foot = 48, legend_line = 20, legend_swatch = 34, legend_gap = 22;
constexpr double below_middle = 4.5;  // the base line of a text, from its middle
constexpr double dash = 6, between_dashes = 4;
constexpr double caption_rise = 0.96;  // of a caption's ground above its base line, in letters

constexpr double length(const Tick& tick) { return tick.text.empty() ? 3 : 6; }

Stroke stroke_of(const Curve& curve, double width) {
  const double dashed = curve.dashed ? dash : 0;
  return {.color = curve.color, .width = width, .dash = dashed, .gap = between_dashes};
}

/// Fills the band of a curve. It reaches from each point that has one to its neighbours.
void fill_bands(Drawing& drawing, const Area& area, const Curve& curve) {
  Band band{{}, {}, curve.color, 0.35, area};
  const auto end = [&] {
    if (band.upper.size() > 1) drawing.shapes.push_back(band);
    band.upper.clear();
    band.lower.clear();
  };
  const auto filled = [&](size_t i) {
    return i < curve.band.size() && std::isfinite(curve.band[i].size());
  };
  for (size_t i = 0; i < curve.points.size(); ++i) {
    const auto [x, y] = curve.points[i];
    const Range range = filled(i) ? curve.band[i] : Range{y, y};
    if (!std::isfinite(range.size()) || !(filled(i) || filled(i - 1) || filled(i + 1))) {
      end();
      continue;
    }
    band.upper.push_back(area({x, range.hi}));
    band.lower.push_back(area({x, range.lo}));
    if (!filled(i) && !filled(i + 1)) end();
  }
  end();
}

/// Draws a side at the left or right edge.
void draw_vertical_side(Drawing& drawing, const Area& area, const Side& side, bool right) {
  const double x = area({right ? 1. : 0., 0}).x, way = right ? 1 : -1, high = drawing.theme.label;
  double free = area.y + area.height + 20;
  for (const Tick& tick : side.ticks) {
    const double y = area({0, tick.at}).y;
    drawing.line({x, y}, {x + way * length(tick), y}, {.color = drawing.theme.line});
    if (tick.text.empty() || y + 0.5 * high > free) continue;
    drawing.text({x + way * 8.5, y + below_middle}, tick.text,
                 {.color = side.color.value_or(drawing.theme.text),
                  .anchor = right ? Anchor::Start : Anchor::End});
    free = y - 0.5 * high;
  }
}

/// The positions of the legend's entries; lines count from above.
struct Entry {
  const Curve* curve;
  double x;
  int line;
};
std::vector<Entry> lay_out_legend(const Chart& chart, double width) {
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

void draw_frame(Drawing& drawing, const Area& area) {
  drawing.outline(area, {.color = drawing.theme.frame});
}

void draw_side(Drawing& drawing, const Area& area, const Side& side, Edge edge) {
  if (edge != Edge::Below) return draw_vertical_side(drawing, area, side, edge == Edge::Right);
  const Font font{.color = drawing.theme.text, .anchor = Anchor::Middle};
  double free = area.x - margin;
  for (const Tick& tick : side.ticks) {
    const Point at = area({tick.at, 0});
    drawing.line(at, {at.x, at.y + length(tick)}, {.color = drawing.theme.line});
    const double half = 0.5 * drawing.measure(tick.text, font);
    if (tick.text.empty() || at.x - half < free) continue;
    drawing.text({at.x, at.y + 19}, tick.text, font);
    free = at.x + half + 6;
  }
}

void draw_side_title(Drawing& drawing, const Area& area, const Side& side, Edge edge) {
  const double middle = area.y + area.height / 2;
  const Point at = edge == Edge::Below  ? Point{area.x + area.width / 2, area.y + area.height + 42}
                   : edge == Edge::Left ? Point{area.x - 52, middle}
                                        : Point{area.x + area.width + 66, middle};
  drawing.text(at, side.title,
               {.color = side.color.value_or(drawing.theme.text),
                .anchor = Anchor::Middle,
                .upwards = edge != Edge::Below});
}

void draw_grid_rows(Drawing& drawing, const Area& area, const Side& left, double least_x) {
  const Font font{.color = drawing.theme.text, .anchor = Anchor::End};
  const double high = drawing.theme.label, foot = area.y + area.height;
  double free = foot + 16;  // numbers never overlap; the lowest go first
  for (const Tick& tick : left.ticks) {
    if (tick.text.empty()) continue;
    const double y = area({0, tick.at}).y;
    drawing.line({area.x, y}, {area.x + area.width, y}, {.color = drawing.theme.grid});
    const double middle = std::max(std::min(y, foot - 0.2 * high), area.y + 0.2 * high);
    const double right = area.x - 5.6;
    const bool cut = right - drawing.measure(tick.text, font) < least_x;  // "1.5·10⁻¹⁰"
    if (middle + 0.5 * high > free || cut) continue;
    drawing.text({right, middle + below_middle}, tick.text, font);
    free = middle - 0.5 * high;
  }
}

void draw_grid_columns(Drawing& drawing, const Area& area, const Side& below, bool texts) {
  const Font font{.color = drawing.theme.text, .anchor = Anchor::Middle};
  for (const Tick& tick : below.ticks) {
    if (tick.text.empty()) continue;
    const Point at = area({tick.at, 0});
    drawing.line(area({tick.at, 1}), at, {.color = drawing.theme.grid});
    const double half = 0.5 * drawing.measure(tick.text, font);
    if (texts && at.x + half < area.x + area.width + 6.4 && at.x - half > area.x - 32)
      drawing.text({at.x, at.y + 14}, tick.text, font);
  }
}

void draw_curve(Drawing& drawing, const Area& area, const Curve& curve) {
  if (!curve.band.empty()) fill_bands(drawing, area, curve);
  std::vector<std::vector<Point>> pieces(1);
  for (const Point& point : curve.points)
    if (std::isfinite(point.y))
      pieces.back().push_back(area(point));
    else if (!pieces.back().empty())
      pieces.emplace_back();
  Stroke stroke = stroke_of(curve, curve.bold ? 2.2 : 1.4);
  const double phase = area({curve.phase, 0}).x;
  for (std::vector<Point>& piece : pieces) {
    if (piece.size() == 1) drawing.circle(piece[0], stroke.width, curve.color);
    if (piece.size() < 2) continue;
    stroke.offset = std::fmod(piece[0].x - phase, dash + between_dashes);
    drawing.lines({std::move(piece)}, stroke, area);
  }
  for (const Point& point : marker_points(curve))
    draw_marker(drawing, area(point), curve.marker, curve.color);
}

void draw_dots(Drawing& drawing, const Area& area, const Chart& chart) {
  constexpr Range within{0, 1};
  for (const Dot& dot : chart.dots) {
    if (!within.contains(dot.at.x) || !within.contains(dot.at.y)) continue;
    const Rgb edge = dot.hollow   ? dot.color
                     : dot.strong ? drawing.theme.over
                                  : drawing.theme.ground;
    Point at = area(dot.at);  // moved inwards where the dot would cover an axis's numbers
    at.x = std::max(at.x, area.x + dot.radius);
    at.y = std::min(at.y, area.y + area.height - dot.radius);
    drawing.circle(at, dot.radius, dot.hollow ? std::nullopt : std::optional(dot.color),
                   Stroke{.color = edge});
  }
}

void draw_vertical_lines(Drawing& drawing, const Area& area, const Chart& chart) {
  constexpr double gap = 4;
  constexpr int rows = 2;
  const double end = area.x + area.width, high = 1.3 * drawing.theme.label;
  double last = end + 100;
  std::vector<Area> labels;
  for (auto mark = chart.vertical_lines.rbegin(); mark != chart.vertical_lines.rend(); ++mark) {
    const Point top = area({mark->at, 1});
    if (top.x < area.x || top.x > end || last - top.x < 3) continue;
    last = top.x;
    drawing.line(top, area({mark->at, 0}), {.color = mark->color, .dash = 4, .gap = 3});
    // The text stands at the right of its line, above what begins there. At the end of the chart it
    // stands at the left, with an arrow to the line.
    Font font{.color = mark->color, .size = drawing.theme.label};
    std::string text = mark->text;
    double wide = drawing.measure(text, font) + 2 * gap;
    const bool left = top.x + wide > end;
    if (left) wide = drawing.measure(text += " →", font) + 2 * gap;
    Area label{left ? top.x - wide : top.x, area.y, wide, high};
    const auto meets = [&](const Area& one) {
      return one.y == label.y && one.x < label.x + wide && label.x < one.x + one.width;
    };
    for (int row = 0; row < rows && label.x >= area.x; ++row, label.y += high) {
      if (std::ranges::any_of(labels, meets)) continue;
      labels.push_back(label);
      // The caption's ground begins below the line at the top of the chart.
      draw_caption(drawing, {label.x + gap, label.y + 1.44 + caption_rise * font.size}, text, font);
      break;
    }
  }
}

void draw_caption(Drawing& drawing, Point at, const std::string& text, const Font& font) {
  const double wide = drawing.measure(text, font), high = 1.2 * font.size;
  const double left = font.anchor == Anchor::End ? at.x - wide : at.x;
  drawing.fill({left - 2, at.y - caption_rise * font.size, wide + 4, high}, drawing.theme.ground);
  drawing.text(at, text, font);
}

void draw_horizontal_lines(Drawing& drawing, const Area& area, const Chart& chart) {
  for (const ReferenceLine& mark : chart.horizontal_lines) {
    const Point right = area({1, std::clamp(mark.at, 0., 1.)});
    drawing.fill({area.x, area.y, area.width, right.y - area.y}, mark.color, 0.09);
    drawing.line({area.x, right.y}, right, {.color = mark.color, .opacity = 0.6});
    if (right.y - area.y > drawing.theme.label)
      drawing.text({right.x - 5, right.y - 5}, mark.text,
                   {.color = mark.color, .size = drawing.theme.label, .anchor = Anchor::End});
  }
}

void draw_ring(Drawing& drawing, Point at) {
  drawing.circle(at, 7.5, {}, Stroke{.width = 4.8});
  drawing.circle(at, 7.5, {}, Stroke{.color = white, .width = 2.2});
  drawing.circle(at, 2.2, white, Stroke{});
}

void draw_titles(Drawing& drawing, double right, const std::string& title,
                 const std::string& subtitle) {
  const Font heading{.size = 16, .bold = true}, beside{.color = dim_ink, .anchor = Anchor::End};
  drawing.text({margin, 26}, title, heading);
  if (margin + text_width(title, heading) + text_width(subtitle, beside) < right - 10)
    drawing.text({right, 26}, subtitle, beside);
}

void draw_marker(Drawing& drawing, Point at, int index, Rgb color) {
  constexpr double radius = 4;
  for (std::vector<Point> polygon : marker_shape(index)) {
    for (Point& corner : polygon) corner = {at.x + radius * corner.x, at.y - radius * corner.y};
    drawing.polygon(std::move(polygon), color);
  }
}

Drawing make_drawing(const Chart& chart, double width, double height) {
  const std::vector<Entry> entries = lay_out_legend(chart, width);
  const double more = entries.empty() ? -legend_line : legend_line * entries.back().line;
  const Area area{margin, head + more, width, height};
  const bool has_right = !chart.right.ticks.empty();
  const double right = margin + width;
  Drawing drawing{right + (has_right ? 84 : 24),
                  area.y + height + figure_foot + (chart.below.title.empty() ? -12 : 12)};
  draw_titles(drawing, right, chart.title, chart.subtitle);
  if (chart.grid)
    for (const auto& [side, up] : {std::pair(&chart.below, true), {&chart.left, false}})
      for (const Tick& tick : side->ticks)
        if (!tick.text.empty())
          drawing.line(area(up ? Point{tick.at, 0} : Point{0, tick.at}),
                       area(up ? Point{tick.at, 1} : Point{1, tick.at}), {.color = grid_ink});
  draw_horizontal_lines(drawing, area, chart);
  draw_vertical_lines(drawing, area, chart);
  for (const Curve& one : chart.curves) draw_curve(drawing, area, one);
  draw_dots(drawing, area, chart);
  for (const Point& point : chart.rings) draw_ring(drawing, area(point));
  draw_frame(drawing, area);
  draw_side(drawing, area, chart.below, Edge::Below);
  draw_side(drawing, area, chart.left, Edge::Left);
  draw_side_title(drawing, area, chart.below, Edge::Below);
  draw_side_title(drawing, area, chart.left, Edge::Left);
  if (has_right) draw_side(drawing, area, chart.right, Edge::Right);
  if (has_right) draw_side_title(drawing, area, chart.right, Edge::Right);
  for (const Entry& entry : entries) {
    const Curve& curve = *entry.curve;
    const double x = margin + entry.x, y = head - 20 + legend_line * entry.line;
    drawing.line({x, y}, {x + 26, y}, stroke_of(curve, 2.2));
    if (curve.marker >= 0) draw_marker(drawing, {x + 13, y}, curve.marker, curve.color);
    drawing.text({x + legend_swatch, y + below_middle}, curve.name);
  }
  return drawing;
}

}  // namespace chart
