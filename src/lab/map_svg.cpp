#include "lab/map_svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "lab/svg.h"
#include "map/best.h"

namespace lab {
namespace {

constexpr double left = 72, top = 64, side = 480, bar = 18;
constexpr std::string_view middle = "text-anchor=\"middle\"", end = "text-anchor=\"end\"",
                           dim = "fill=\"#555555\"", thin = "stroke=\"#333333\"",
                           halo =
                               "paint-order=\"stroke\" stroke=\"#ffffff\" stroke-width=\"3\" "
                               "stroke-linejoin=\"round\" font-size=\"11\"";

std::string with(std::string_view one, std::string_view other) {
  return std::string(one) + " " + std::string(other);
}

/// The area in which things are drawn: 0 to 1 from its lower left corner.
struct Area {
  double x, y, width, height;
  map::Point operator()(map::Point p) const { return {x + p.x * width, y + (1 - p.y) * height}; }
  std::vector<map::Point> operator()(std::vector<map::Point> points) const {
    for (map::Point& p : points) p = (*this)(p);
    return points;
  }
};

void frame(Svg& svg, const Area& area) {
  svg.rect(area.x, area.y, area.width, area.height, with("fill=\"none\"", thin));
}

constexpr double tick_length(const map::Tick& tick) { return tick.text.empty() ? 3 : 6; }

void side_below(Svg& svg, const Area& area, const map::Side& side_) {
  for (const map::Tick& tick : side_.ticks) {
    const map::Point at = area({tick.at, 0});
    svg.line(at, {at.x, at.y + tick_length(tick)}, thin);
    if (!tick.text.empty()) svg.text({at.x, at.y + 20}, tick.text, middle);
  }
  svg.text({area.x + area.width / 2, area.y + area.height + 42}, side_.title, middle);
}

void side_at_left(Svg& svg, const Area& area, const map::Side& side_, std::string_view color) {
  for (const map::Tick& tick : side_.ticks) {
    const map::Point at = area({0, tick.at});
    svg.line({at.x - tick_length(tick), at.y}, at, thin);
    if (!tick.text.empty()) svg.text({at.x - 9, at.y + 4.5}, tick.text, with(end, color));
  }
}

void side_at_right(Svg& svg, const Area& area, const map::Side& side_, std::string_view color) {
  for (const map::Tick& tick : side_.ticks) {
    const map::Point at = area({1, tick.at});
    svg.line(at, {at.x + tick_length(tick), at.y}, thin);
    if (!tick.text.empty()) svg.text({at.x + 9, at.y + 4.5}, tick.text, color);
  }
}

/// Turned to read upwards.
void title_upwards(Svg& svg, map::Point at, std::string_view text, std::string_view color) {
  char turn[80];
  std::snprintf(turn, sizeof turn, "transform=\"rotate(-90 %.1f %.1f)\"", at.x, at.y);
  svg.text(at, text, with(with(middle, turn), color));
}

std::string hex(map::Rgb color) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", color[0], color[1], color[2]);
  return text;
}

/// Neighbours of one colour in a row are one rectangle.
void cells(Svg& svg, const Area& area, const map::Picture& picture) {
  const double width = area.width / picture.columns, height = area.height / picture.rows;
  for (int row = 0; row < picture.rows; ++row) {
    const auto at = [&](int column) {
      return picture.cells[static_cast<size_t>(row * picture.columns + column)];
    };
    for (int first = 0, last; first < picture.columns; first = last) {
      last = first + 1;
      while (last < picture.columns && at(last) == at(first)) ++last;
      if (!at(first)) continue;
      const map::Point corner = area({double(first) / picture.columns, (row + 1.0) / picture.rows});
      svg.rect(corner.x, corner.y, (last - first) * width, height,
               "shape-rendering=\"crispEdges\" fill=\"" + hex(*at(first)) + "\"");
    }
  }
}

void iso_lines(Svg& svg, const Area& area, const map::Picture& picture) {
  for (const map::IsoLine& level : picture.lines)
    for (const map::Line& line : level.lines) {
      const std::vector<map::Point> points = area(line);
      if (level.bold) {  // seen on every colour: white with a black core
        svg.path(points, "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"5\"");
        svg.path(points, "fill=\"none\" stroke=\"#000000\" stroke-width=\"2.4\"");
      } else {
        svg.path(points,
                 "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"1.1\" "
                 "stroke-opacity=\"0.85\" stroke-dasharray=\"5 3\"");
      }
    }
  for (const map::IsoLine& level : picture.lines) {  // what they say, on the longest of a level
    const auto longest = std::max_element(
        level.lines.begin(), level.lines.end(),
        [](const map::Line& a, const map::Line& b) { return a.size() < b.size(); });
    constexpr size_t too_short = 8;
    if (longest == level.lines.end() || longest->size() < too_short) continue;
    const map::Point at = area((*longest)[longest->size() * (level.bold ? 1 : 2) / 4]);
    svg.text({at.x, at.y + 4}, level.text, with(middle, halo));
  }
}

void mark_best(Svg& svg, map::Point at) {
  svg.circle(at, 7, "fill=\"none\" stroke=\"#000000\" stroke-width=\"4.5\"");
  svg.circle(at, 7, "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"2\"");
  svg.circle(at, 2, "fill=\"#ffffff\" stroke=\"#000000\" stroke-width=\"1\"");
}

}  // namespace

std::string map_svg(const map::Result& result, const map::View& view) {
  const map::Picture picture = map::picture(result, view);
  const Area area{left, top, side, side}, legend{left + side + 28, top, bar, side};
  Svg svg(left + side + 160, top + side + 96);
  svg.text({left, 26}, picture.title, "font-size=\"16\" font-weight=\"bold\"");
  svg.text({left, 48}, "colour: " + picture.colors.title, dim);
  cells(svg, area, picture);
  iso_lines(svg, area, picture);
  if (picture.best) mark_best(svg, area(*picture.best));
  frame(svg, area);
  side_below(svg, area, picture.x);
  side_at_left(svg, area, picture.y, "");
  title_upwards(svg, {24, top + side / 2}, picture.y.title, "");

  constexpr int steps = 120;
  for (int i = 0; i < steps; ++i)
    svg.rect(legend.x, legend.y + side * (steps - 1 - i) / steps, bar, side / steps + 0.4,
             "shape-rendering=\"crispEdges\" fill=\"" + hex(map::color((i + 0.5) / steps)) + "\"");
  frame(svg, legend);
  side_at_right(svg, legend, picture.colors, "");
  title_upwards(svg, {legend.x + 84, top + side / 2}, picture.colors.title, "");

  const double below = top + side + 70;
  svg.line({left, below - 4}, {left + 26, below - 4}, "stroke=\"#000000\" stroke-width=\"2.4\"");
  svg.text({left + 34, below}, "oscillation " + map::short_text(view.most_oscillation) +
                                   " rad per step²: shakes beyond");
  if (picture.best) mark_best(svg, {left + 342, below - 4});
  if (picture.best) svg.text({left + 356, below}, "least error without shaking");
  svg.line({left, below + 16}, {left + 26, below + 16},
           "stroke=\"#777777\" stroke-width=\"1.1\" stroke-dasharray=\"5 3\"");
  svg.text({left + 34, below + 20}, picture.contours_title);
  return svg.done();
}

std::string sweep_svg(const map::Result& result, const map::View& view) {
  const map::Picture picture = map::picture(result, view);
  constexpr double height = 340;
  const Area area{left, top, side + 100, height};
  Svg svg(left + area.width + 84, top + height + 60);
  svg.text({left, 26}, picture.title, "font-size=\"16\" font-weight=\"bold\"");
  const map::Cut cut = map::along_x(result, 0);
  frame(svg, area);
  side_below(svg, area, picture.x);

  struct Curve {
    const map::Measure& measure;
    const char *color, *dash;
  };
  const Curve curves[] = {{map::error_measure(), "#0072b2", ""},
                          {map::oscillation_measure(), "#d55e00", "stroke-dasharray=\"7 3\""}};
  for (const Curve& curve : curves) {
    const bool first = &curve == curves;
    map::Range range = map::range_of(result.values(curve.measure), curve.measure.scale);
    if (!first) {  // the border is always in sight
      range.from = std::min(range.from, 0.8 * view.most_oscillation);
      range.to = std::max(range.to, 1.25 * view.most_oscillation);
    }
    const map::Side scale{"", map::ticks(range, 6)};
    const std::string fill = "fill=\"" + std::string(curve.color) + "\"",
                      title =
                          std::string(curve.measure.title) + ", " + std::string(curve.measure.unit);
    first ? side_at_left(svg, area, scale, fill) : side_at_right(svg, area, scale, fill);
    title_upwards(svg, {first ? 20 : left + area.width + 70, top + height / 2}, title, fill);
    const std::string stroke =
        "fill=\"none\" stroke=\"" + std::string(curve.color) + "\" " + curve.dash;
    if (!first) {
      const double at = range.unit(view.most_oscillation);
      svg.line(area({0, at}), area({1, at}), "stroke=\"#d55e00\" stroke-dasharray=\"2 3\"");
      svg.text({area.x + area.width - 6, area({0, at}).y - 5}, "shakes above",
               with(with(end, fill), "font-size=\"11\""));
    }
    std::vector<map::Point> points;
    for (int i = 0; i < cut.axis->count; ++i) {
      const map::Cell* cell = cut.cells[static_cast<size_t>(i)];
      if (!cell) continue;
      const double x = map::on_picture(result.grid, {double(i), 0}).x;
      points.push_back(area({x, std::clamp(range.unit(cell->*curve.measure.of), 0.0, 1.0)}));
    }
    svg.path(points, stroke + " stroke-width=\"2.2\" stroke-linejoin=\"round\"");
    svg.line({left + (first ? 0 : 240), 44}, {left + (first ? 0 : 240) + 26, 44},
             stroke + " stroke-width=\"2.2\"");
    svg.text({left + (first ? 0 : 240) + 34, 48}, curve.measure.title);
    if (first && picture.best)
      mark_best(
          svg,
          points[static_cast<size_t>(std::lround(map::on_grid(result.grid, *picture.best).x))]);
  }
  return svg.done();
}

}  // namespace lab
