#include "sweep/drawing.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "chart/chart_svg.h"
#include "sweep/cut.h"

namespace sweep {
namespace {

using chart::Area;

constexpr double left = 72, top = 64, bar = 18;
constexpr std::string_view middle = "text-anchor=\"middle\"",
                           halo =
                               "paint-order=\"stroke\" stroke=\"#ffffff\" stroke-width=\"3\" "
                               "stroke-linejoin=\"round\" font-size=\"11\"";

std::string with(std::string_view one, std::string_view other) {
  return std::string(one) + " " + std::string(other);
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
  if (picture.best) chart::ring(svg, area(*picture.best));
  chart::frame(svg, area);
}

void color_bar(chart::Svg& svg, const Area& area, const chart::Side& colors) {
  constexpr int steps = 120;
  svg.group("shape-rendering=\"crispEdges\"");
  for (int i = 0; i < steps; ++i)
    svg.rect(area.x, area.y + area.height * (steps - 1 - i) / steps, area.width,
             area.height / steps + 0.4,
             "fill=\"" + chart::hex(chart::color((i + 0.5) / steps)) + "\"");
  svg.end_group();
  chart::frame(svg, area);
  chart::side_at_right(svg, area, colors);
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
    chart::ring(svg, {right, below - 4});
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
  if (!view.colors) view.colors = common_axis(maps, *view.metric);
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
  svg.text({left, 48}, pictures[0].subtitle, chart::painted("fill", chart::Ink().dim));
  for (int i = 0; i < sheet.count; ++i) {
    const Area area = sheet[i];
    const Picture& picture = pictures[static_cast<size_t>(i)];
    if (sheet.count > 1) svg.text({area.x, area.y - 8}, picture.method, "font-weight=\"bold\"");
    one_map(svg, area, picture);
    if (sheet.lowest(i)) chart::side_below(svg, area, picture.x);
    if (sheet.leftmost(i)) chart::side_at_left(svg, area, picture.y);
  }
  color_bar(svg, bars, shown->colors);
  legend(svg, top + sheet.height + 70, *shown, view);
  return svg.done();
}

std::string sweep_svg(const Result& result, const View& view) {
  const Picture picture = sweep::picture(result, view);
  constexpr int ticks = 6;
  chart::Chart chart = chart_of(along_x(result, 0), view.most_oscillation, ticks);
  chart.title = picture.title;
  chart.subtitle = picture.subtitle;
  chart.below = picture.x;
  if (picture.best) {  // a place on the curve of errors
    const auto& points = chart.curves.front().points;
    chart.rings.push_back(*std::ranges::min_element(
        points, {}, [&](const Point& point) { return std::abs(point.x - picture.best->x); }));
  }
  return chart::svg(chart, 580, 340);
}

}  // namespace sweep
