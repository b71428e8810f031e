#include "chart/chart_svg.h"

#include <algorithm>
#include <cmath>

namespace chart {
namespace {

constexpr std::string_view middle = " text-anchor=\"middle\"", end = " text-anchor=\"end\"",
                           small = " font-size=\"11\"";
constexpr double margin = 72, head = 64, foot = 48;

constexpr double length(const Tick& tick) { return tick.text.empty() ? 3 : 6; }

std::string text_ink(Rgb color, std::string_view more = {}) {
  return painted("fill", color) + std::string(more);
}

void grid(Svg& svg, const Area& area, const Chart& chart, const Ink& ink) {
  const std::string line = painted("stroke", ink.grid);
  for (const Tick& tick : chart.below.ticks)
    if (!tick.text.empty()) svg.line(area({tick.at, 0}), area({tick.at, 1}), line);
  for (const Tick& tick : chart.left.ticks)
    if (!tick.text.empty()) svg.line(area({0, tick.at}), area({1, tick.at}), line);
}

void draw(Svg& svg, const Area& area, const Curve& curve) {
  std::vector<std::vector<Point>> pieces(1);
  for (const Point& point : curve.points)
    if (std::isfinite(point.y))
      pieces.back().push_back(area(point));
    else
      pieces.emplace_back();
  svg.paths(pieces, painted("stroke", curve.color) +
                        " fill=\"none\" clip-path=\"url(#area)\" stroke-linejoin=\"round\" "
                        "stroke-width=\"" +
                        (curve.bold ? "2.2\"" : "1.4\"") +
                        (curve.dashed ? " stroke-dasharray=\"6 4\"" : ""));
}

void draw_marks(Svg& svg, const Area& area, const Chart& chart) {
  for (const Mark& mark : chart.upright) {
    const Point top = area({mark.at, 1});
    svg.line(area({mark.at, 0}), top, painted("stroke", mark.color) + " stroke-dasharray=\"4 3\"");
    svg.text({top.x + 4, top.y + 12}, mark.text, text_ink(mark.color, small));
  }
  for (const Mark& mark : chart.level) {
    const Point right = area({1, mark.at});
    svg.line(area({0, mark.at}), right,
             painted("stroke", mark.color) + " stroke-dasharray=\"2 3\"");
    svg.text({right.x - 6, right.y - 5}, mark.text,
             text_ink(mark.color, std::string(end) + std::string(small)));
  }
}

void legend(Svg& svg, const Chart& chart, const Ink& ink) {
  double left = margin;
  for (const Curve& curve : chart.curves) {
    svg.line({left, head - 20}, {left + 26, head - 20},
             painted("stroke", curve.color) + " stroke-width=\"2.2\"" +
                 (curve.dashed ? " stroke-dasharray=\"6 4\"" : ""));
    svg.text({left + 34, head - 16}, curve.name, text_ink(ink.text));
    left += 56 + 7.5 * static_cast<double>(curve.name.size());
  }
}

}  // namespace

std::string painted(std::string_view name, Rgb color) {
  return std::string(name).append("=\"").append(hex(color)).append("\"");
}

std::vector<Point> Area::operator()(std::vector<Point> places) const {
  for (Point& place : places) place = (*this)(place);
  return places;
}

void frame(Svg& svg, const Area& area, const Ink& ink) {
  svg.rect(area.x, area.y, area.width, area.height, "fill=\"none\" " + painted("stroke", ink.line));
}

void side_below(Svg& svg, const Area& area, const Side& side, const Ink& ink) {
  for (const Tick& tick : side.ticks) {
    const Point at = area({tick.at, 0});
    svg.line(at, {at.x, at.y + length(tick)}, painted("stroke", ink.line));
    if (!tick.text.empty()) svg.text({at.x, at.y + 20}, tick.text, text_ink(ink.text, middle));
  }
  svg.text({area.x + area.width / 2, area.y + area.height + 42}, side.title,
           text_ink(ink.text, middle));
}

void side_at_left(Svg& svg, const Area& area, const Side& side, const Ink& ink) {
  const Rgb color = side.color.value_or(ink.text);
  for (const Tick& tick : side.ticks) {
    const Point at = area({0, tick.at});
    svg.line({at.x - length(tick), at.y}, at, painted("stroke", ink.line));
    if (!tick.text.empty()) svg.text({at.x - 9, at.y + 4.5}, tick.text, text_ink(color, end));
  }
  svg.text_upwards({area.x - 52, area.y + area.height / 2}, side.title, text_ink(color));
}

void side_at_right(Svg& svg, const Area& area, const Side& side, const Ink& ink) {
  const Rgb color = side.color.value_or(ink.text);
  for (const Tick& tick : side.ticks) {
    const Point at = area({1, tick.at});
    svg.line(at, {at.x + length(tick), at.y}, painted("stroke", ink.line));
    if (!tick.text.empty()) svg.text({at.x + 9, at.y + 4.5}, tick.text, text_ink(color));
  }
  svg.text_upwards({area.x + area.width + 66, area.y + area.height / 2}, side.title,
                   text_ink(color));
}

void ring(Svg& svg, Point at) {
  svg.circle(at, 7, "fill=\"none\" stroke=\"#000000\" stroke-width=\"4.5\"");
  svg.circle(at, 7, "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"2\"");
  svg.circle(at, 2, "fill=\"#ffffff\" stroke=\"#000000\" stroke-width=\"1\"");
}

std::string svg(const Chart& chart, double width, double height, const Ink& ink) {
  const Area area{margin, head, width, height};
  const bool has_right = !chart.right.ticks.empty();
  const double right = margin + width;
  Svg svg(right + (has_right ? 84 : 24),
          head + height + foot + (chart.below.title.empty() ? 0 : 12), ink.background);
  svg.clip("area", area.x, area.y, width, height);
  svg.text({margin, 26}, chart.title, text_ink(ink.text, " font-size=\"16\" font-weight=\"bold\""));
  svg.text({right, 26}, chart.subtitle, text_ink(ink.dim, end));
  if (chart.grid) grid(svg, area, chart, ink);
  draw_marks(svg, area, chart);
  for (const Curve& curve : chart.curves) draw(svg, area, curve);
  for (const Point& place : chart.rings) ring(svg, area(place));
  frame(svg, area, ink);
  side_below(svg, area, chart.below, ink);
  side_at_left(svg, area, chart.left, ink);
  if (has_right) side_at_right(svg, area, chart.right, ink);
  legend(svg, chart, ink);
  return svg.done();
}

}  // namespace chart
