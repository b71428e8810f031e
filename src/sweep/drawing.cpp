#include "sweep/drawing.h"
#include "base/numbers.h"

#include <algorithm>
#include <cmath>

#include "chart/svg.h"
#include "sweep/best.h"

namespace sweep {
namespace {

constexpr double left = 72, top = 64, bar = 18;
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
  Point operator()(Point p) const { return {x + p.x * width, y + (1 - p.y) * height}; }
  std::vector<Point> operator()(std::vector<Point> points) const {
    for (Point& p : points) p = (*this)(p);
    return points;
  }
};

void frame(chart::Svg& svg, const Area& area) {
  svg.rect(area.x, area.y, area.width, area.height, with("fill=\"none\"", thin));
}

constexpr double tick_length(const Tick& tick) { return tick.text.empty() ? 3 : 6; }

void side_below(chart::Svg& svg, const Area& area, const Side& side_) {
  for (const Tick& tick : side_.ticks) {
    const Point at = area({tick.at, 0});
    svg.line(at, {at.x, at.y + tick_length(tick)}, thin);
    if (!tick.text.empty()) svg.text({at.x, at.y + 20}, tick.text, middle);
  }
  svg.text({area.x + area.width / 2, area.y + area.height + 42}, side_.title, middle);
}

void side_at_left(chart::Svg& svg, const Area& area, const Side& side_, std::string_view color) {
  for (const Tick& tick : side_.ticks) {
    const Point at = area({0, tick.at});
    svg.line({at.x - tick_length(tick), at.y}, at, thin);
    if (!tick.text.empty()) svg.text({at.x - 9, at.y + 4.5}, tick.text, with(end, color));
  }
}

void side_at_right(chart::Svg& svg, const Area& area, const Side& side_, std::string_view color) {
  for (const Tick& tick : side_.ticks) {
    const Point at = area({1, tick.at});
    svg.line(at, {at.x + tick_length(tick), at.y}, thin);
    if (!tick.text.empty()) svg.text({at.x + 9, at.y + 4.5}, tick.text, color);
  }
}

/// Neighbours of one colour in a row are one rectangle.
void cells(chart::Svg& svg, const Area& area, const Picture& picture) {
  const double width = area.width / picture.columns, height = area.height / picture.rows;
  svg.group("shape-rendering=\"crispEdges\"");
  for (int row = 0; row < picture.rows; ++row) {
    const auto at = [&](int column) {
      return picture.cells[static_cast<size_t>(row * picture.columns + column)];
    };
    for (int first = 0, last; first < picture.columns; first = last) {
      last = first + 1;
      while (last < picture.columns && at(last) == at(first)) ++last;
      if (!at(first)) continue;
      const Point corner = area({double(first) / picture.columns, (row + 1.0) / picture.rows});
      svg.rect(corner.x, corner.y, (last - first) * width, height,
               "fill=\"" + chart::hex(*at(first)) + "\"");
    }
  }
  svg.end_group();
}

void iso_lines(chart::Svg& svg, const Area& area, const Picture& picture) {
  for (const IsoLine& level : picture.lines)
    for (const Line& line : level.lines) {
      const std::vector<Point> points = area(line);
      if (level.bold) {  // seen on every colour: white with a black core
        svg.path(points, "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"5\"");
        svg.path(points, "fill=\"none\" stroke=\"#000000\" stroke-width=\"2.4\"");
      } else {
        svg.path(points,
                 "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"1.1\" "
                 "stroke-opacity=\"0.85\" stroke-dasharray=\"5 3\"");
      }
    }
}

void iso_texts(chart::Svg& svg, const Area& area, const Picture& picture) {
  constexpr double height = 12;
  for (const Label& label : line_labels(picture, area.width / height, area.height / height)) {
    const Point at = area(label.at);
    svg.text({at.x, at.y + 4}, label.text, with(middle, halo));
  }
  if (picture.shaking) {
    const Point at = area(*picture.shaking);
    svg.text({at.x, at.y + 5}, "shakes",
             with(middle,
                  "fill=\"#ffffff\" font-size=\"16\" "
                  "paint-order=\"stroke\" stroke=\"#000000\" "
                  "stroke-width=\"3\""));
  }
}

void mark_best(chart::Svg& svg, Point at) {
  svg.circle(at, 7, "fill=\"none\" stroke=\"#000000\" stroke-width=\"4.5\"");
  svg.circle(at, 7, "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"2\"");
  svg.circle(at, 2, "fill=\"#ffffff\" stroke=\"#000000\" stroke-width=\"1\"");
}

void mark_least(chart::Svg& svg, Point at) {
  for (const char* stroke :
       {"stroke=\"#000000\" stroke-width=\"4.5\"", "stroke=\"#ffffff\" stroke-width=\"2\""})
    for (const double way : {-5., 5.})
      svg.line({at.x - 5, at.y - way}, {at.x + 5, at.y + way}, stroke);
}

/// Maps beside and above each other, as square as can be, below a title each if they are several.
struct Sheet {
  explicit Sheet(size_t maps) : count(static_cast<int>(maps)) {}

  int count;
  int columns = static_cast<int>(std::ceil(std::sqrt(count)));
  int rows = (count + columns - 1) / columns;
  double side = count == 1 ? 480 : 300, gap = count == 1 ? 0 : 20, head = count == 1 ? 0 : 30;
  double width = columns * side + (columns - 1) * gap, height = rows * (side + head);

  Area operator[](int i) const {
    return {left + (i % columns) * (side + gap), top + head + (i / columns) * (side + head), side,
            side};
  }
  bool leftmost(int i) const { return i % columns == 0; }
  bool lowest(int i) const { return i + columns >= count; }
};

void one_map(chart::Svg& svg, const Area& area, const Picture& picture) {
  cells(svg, area, picture);
  iso_lines(svg, area, picture);
  iso_texts(svg, area, picture);
  if (picture.least) mark_least(svg, area(*picture.least));
  if (picture.best) mark_best(svg, area(*picture.best));
  frame(svg, area);
}

void color_bar(chart::Svg& svg, const Area& area, const Side& colors) {
  constexpr int steps = 120;
  svg.group("shape-rendering=\"crispEdges\"");
  for (int i = 0; i < steps; ++i)
    svg.rect(area.x, area.y + area.height * (steps - 1 - i) / steps, area.width,
             area.height / steps + 0.4,
             "fill=\"" + chart::hex(chart::color((i + 0.5) / steps)) + "\"");
  svg.end_group();
  frame(svg, area);
  side_at_right(svg, area, colors, "");
  svg.text_upwards({area.x + 84, area.y + area.height / 2}, colors.title);
}

std::string oscillation_text(double oscillation) {
  return base::short_number(shown(oscillation)) + " " + std::string(sim::oscillation_metric().unit);
}

void legend(chart::Svg& svg, double below, const Picture& any, const View& view) {
  const double right = left + 356;
  svg.line({left, below - 4}, {left + 26, below - 4}, "stroke=\"#000000\" stroke-width=\"2.4\"");
  svg.text({left + 34, below},
           "oscillation " + oscillation_text(view.most_oscillation) + ": shakes above");
  svg.line({left, below + 18}, {left + 26, below + 18},
           "stroke=\"#777777\" stroke-width=\"1.1\" stroke-dasharray=\"5 3\"");
  svg.text({left + 34, below + 22}, any.contours_title);
  if (any.best) {
    mark_best(svg, {right, below - 4});
    svg.text({right + 14, below},
             view.bound.value_or(view.most_oscillation) == view.most_oscillation
                 ? "least error without shaking"
                 : "least error, oscillation ≤ " + oscillation_text(*view.bound));
  }
  if (any.least) {
    mark_least(svg, {right, below + 18});
    svg.text({right + 14, below + 22}, "least error overall");
  }
}

}  // namespace

std::string map_svg(std::span<const Result* const> maps, View view) {
  if (!view.range) view.range = common_range(maps, *view.metric);
  const Sheet sheet(maps.size());
  const Grid& first = maps.front()->grid;
  const Area bars{left + sheet.width + 28, top + sheet.head, bar, sheet.height - sheet.head};
  chart::Svg svg(bars.x + 132, top + sheet.height + 96);
  std::vector<Picture> pictures;
  for (const Result* map : maps) pictures.push_back(picture(*map, view));
  const auto shown = std::max_element(pictures.begin(), pictures.end(), [](auto& one, auto& other) {
    return one.best.has_value() < other.best.has_value();
  });
  svg.text({left, 26}, sheet.count == 1 ? shown->title : first.scene->name,
           "font-size=\"16\" font-weight=\"bold\"");
  svg.text({left, 48}, pictures[0].subtitle, dim);
  for (int i = 0; i < sheet.count; ++i) {
    const Area area = sheet[i];
    const Picture& picture = pictures[static_cast<size_t>(i)];
    if (sheet.count > 1) svg.text({area.x, area.y - 8}, picture.method, "font-weight=\"bold\"");
    one_map(svg, area, picture);
    if (sheet.lowest(i)) side_below(svg, area, picture.x);
    if (sheet.leftmost(i)) {
      side_at_left(svg, area, picture.y, "");
      svg.text_upwards({24, area.y + area.height / 2}, picture.y.title);
    }
  }
  color_bar(svg, bars, shown->colors);
  legend(svg, top + sheet.height + 70, *shown, view);
  return svg.done();
}

std::string sweep_svg(const Result& result, const View& view) {
  const Picture picture = sweep::picture(result, view);
  constexpr double height = 340;
  const Area area{left, top, 580, height};
  chart::Svg svg(left + area.width + 84, top + height + 60);
  svg.text({left, 26}, picture.title, "font-size=\"16\" font-weight=\"bold\"");
  svg.text({left + area.width, 26}, picture.subtitle, with(end, dim));
  const Cut cut = along_x(result, 0);
  frame(svg, area);
  side_below(svg, area, picture.x);

  struct Curve {
    const sim::Metric& metric;
    const char *color, *dash;
  };
  const Curve curves[] = {{sim::error_metric(), "#0072b2", ""},
                          {sim::oscillation_metric(), "#d55e00", "stroke-dasharray=\"7 3\""}};
  for (const Curve& curve : curves) {
    const bool first = &curve == curves;
    Range range = range_of(result.values(curve.metric), curve.metric.scale);
    const bool border = view.most_oscillation > 0 && std::isfinite(view.most_oscillation);
    if (!first && border) {  // it is always in sight
      range.from = std::min(range.from, 0.8 * shown(view.most_oscillation));
      range.to = std::max(range.to, 1.25 * shown(view.most_oscillation));
    }
    const Side scale{"", ticks(range, 6)};
    const std::string fill = "fill=\"" + std::string(curve.color) + "\"",
                      title =
                          std::string(curve.metric.title) + ", " + std::string(curve.metric.unit);
    first ? side_at_left(svg, area, scale, fill) : side_at_right(svg, area, scale, fill);
    svg.text_upwards({first ? 20 : left + area.width + 70, top + height / 2}, title, fill);
    const std::string stroke =
        "fill=\"none\" stroke=\"" + std::string(curve.color) + "\" " + curve.dash;
    if (!first && border) {
      const double at = range.unit(shown(view.most_oscillation));
      svg.line(area({0, at}), area({1, at}), "stroke=\"#d55e00\" stroke-dasharray=\"2 3\"");
      svg.text({area.x + area.width - 6, area({0, at}).y - 5}, "shakes above",
               with(with(end, fill), "font-size=\"11\""));
    }
    std::vector<Point> points;
    for (int i = 0; i < cut.axis->count; ++i) {
      const Cell* cell = cut.cells[static_cast<size_t>(i)];
      if (!cell) continue;
      const double x = on_picture(result.grid, {double(i), 0}).x;
      points.push_back(area({x, std::clamp(range.unit(curve.metric.shown(*cell)), 0.0, 1.0)}));
    }
    svg.path(points, stroke + " stroke-width=\"2.2\" stroke-linejoin=\"round\"");
    svg.line({left + (first ? 0 : 240), 44}, {left + (first ? 0 : 240) + 26, 44},
             stroke + " stroke-width=\"2.2\"");
    svg.text({left + (first ? 0 : 240) + 34, 48}, curve.metric.title);
    if (first && picture.best)
      mark_best(svg,
                points[static_cast<size_t>(std::lround(on_grid(result.grid, *picture.best).x))]);
  }
  return svg.done();
}

}  // namespace sweep
