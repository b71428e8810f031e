#include "sweep/drawing.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "base/runs_of_equals.h"
#include "base/text.h"
#include "chart/chart_drawing.h"

namespace sweep {
namespace {

using chart::Area;

using chart::Drawing, chart::Font, chart::Stroke;

constexpr double left = chart::margin, top = chart::head, bar = 18;
constexpr chart::Rgb white{255, 255, 255};
constexpr Stroke thin_line{.color = {119, 119, 119}, .width = 1.1};

void fill_cells(Drawing& drawing, const Area& area, const Picture& picture) {
  const double width = area.width / picture.columns, height = area.height / picture.rows;
  const auto columns = static_cast<size_t>(picture.columns);
  for (int row = 0; row < picture.rows; ++row)
    base::for_each_run(
        std::span(picture.cells).subspan(static_cast<size_t>(row) * columns, columns),
        [&](int first, int last, chart::Rgb color) {
          const Point corner = area({double(first) / picture.columns, (row + 1.0) / picture.rows});
          drawing.fill({corner.x, corner.y, (last - first) * width, height}, color);
        });
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

/// Thin ones first, the border of what shakes over them.
void draw_iso_lines(Drawing& drawing, const Area& area, const Picture& picture, bool thin) {
  const size_t speck = picture.columns > 24 ? 7 : 2;  // amid what shakes there are many
  const auto add = [&](bool bold, const Stroke& stroke) {
    std::vector<std::vector<Point>> lines;
    for (const IsoLine& level : picture.lines)
      for (const Line& line : level.lines)
        if (level.bold == bold && (bold || line.size() >= speck)) lines.push_back(area(line));
    drawing.lines(std::move(lines), stroke, area);
  };
  if (thin) add(false, {.color = white, .width = thin_line.width, .opacity = 0.75});
  add(true, {.color = white, .width = 5});  // seen on every colour: white with a black core
  add(true, {.width = 2.5});
}

void draw_iso_texts(Drawing& drawing, const Area& area, const Picture& picture) {
  const double size = drawing.theme.label;
  chart::Font font{.color = drawing.theme.over, .size = size, .halo = drawing.theme.halo};
  for (const Label& label : line_labels(picture, area.width / size, area.height / size)) {
    const double wide = drawing.measure(label.text, font);
    const Point at = area(label.at);
    drawing.text({std::clamp(at.x - 0.5 * wide, area.x + 2,
                             std::max(area.x + 2, area.x + area.width - wide - 2)),
                  std::clamp(at.y + 0.35 * size, area.y + size, area.y + area.height - 3)},
                 label.text, font);
  }
  if (!picture.shaking) return;
  font = {.color = white, .size = 1.45 * size, .anchor = chart::Anchor::Middle, .halo = chart::ink};
  const double wide = drawing.measure("shakes", font);
  const Point middle = area(*picture.shaking);
  for (const std::optional<Point>& mark : {picture.least, picture.best})
    if (mark && std::abs(area(*mark).x - middle.x) < wide &&
        std::abs(area(*mark).y - middle.y) < size)
      return;
  if (wide > area.width) return;
  drawing.text({std::clamp(middle.x, area.x + 0.5 * wide + 2, area.x + area.width - 0.5 * wide - 2),
                middle.y + 0.35 * size},
               "shakes", font);
}

std::string oscillation_text(double oscillation) {
  return base::format("{} {}", base::short_number(to_display(oscillation)),
                      sim::oscillation_metric().unit);
}

void draw_legend(Drawing& drawing, double below, const Picture& any, const View& view) {
  const double right = left + 356;
  drawing.line({left, below - 4}, {left + 26, below - 4}, {.width = 2.4});
  drawing.text({left + 34, below}, base::format("oscillation {}: shakes above",
                                                oscillation_text(view.most_oscillation)));
  drawing.line({left, below + 18}, {left + 26, below + 18}, thin_line);
  drawing.text({left + 34, below + 22}, any.contours_title);
  if (any.best) {
    chart::draw_ring(drawing, {right, below - 4});
    drawing.text({right + 14, below},
                 view.bound.value_or(view.most_oscillation) == view.most_oscillation
                     ? "least error without shaking"
                     : "least error, oscillation ≤ " + oscillation_text(*view.bound));
  }
  if (any.least) {
    draw_least_mark(drawing, {right, below + 18});
    drawing.text({right + 14, below + 22}, "least error overall");
  }
}

std::vector<double> values_of(const Cut& cut, const sim::Metric& metric) {
  std::vector<double> values;
  for (const Cell* cell : cut.cells)
    if (cell) values.push_back(metric.shown(*cell, *cut.body));
  return values;
}

void add(chart::Chart& chart, chart::Side& side, const Cut& cut, const sim::Metric& metric,
         const chart::Axis& axis, int ticks) {
  chart::Curve& curve = chart.curves.emplace_back();
  curve.name = metric.title;
  curve.color = *side.color;
  curve.bold = true;
  side.title = base::format("{}, {}", metric.title, metric.unit_for(*cut.body).name);
  side.ticks = chart::ticks(axis, ticks);
  for (size_t i = 0; i < cut.cells.size(); ++i)
    if (const Cell* cell = cut.cells[i])  // what is not there yet is no gap
      curve.points.push_back({(static_cast<double>(i) + 0.5) / cut.axis->count,
                              std::clamp(axis.to_unit(metric.shown(*cell, *cut.body)), 0., 1.)});
}

}  // namespace

void draw_least_mark(Drawing& drawing, Point at) {
  for (const Stroke& stroke : {Stroke{.width = 4.8}, Stroke{.color = white, .width = 2.2}})
    for (const double way : {-5., 5.})
      drawing.line({at.x - 5, at.y - way}, {at.x + 5, at.y + way}, stroke);
}

void draw_lines_and_marks(Drawing& drawing, const Area& area, const Picture& picture,
                          bool detailed) {
  draw_iso_lines(drawing, area, picture, detailed);
  if (detailed) draw_iso_texts(drawing, area, picture);
  if (picture.least) draw_least_mark(drawing, area(*picture.least));
  if (picture.best) chart::draw_ring(drawing, area(*picture.best));
}

void draw_color_bar(Drawing& drawing, const Area& area, const Picture& picture) {
  const size_t names = picture.metric->color.names.size();
  const int steps = names > 0 ? static_cast<int>(names) : 127;
  for (int i = 0; i < steps; ++i)
    drawing.fill({area.x, area.y + area.height * (steps - 1 - i) / steps, area.width,
                  area.height / steps + 0.4},
                 color_of(*picture.metric, i / (steps - 1.)));
  chart::draw_frame(drawing, area);
  chart::draw_side(drawing, area, picture.colors, chart::Edge::Right);
}

Drawing map_drawing(std::span<const Result* const> maps, View view) {
  if (!view.colors) view.colors = common_axis(maps, *view.metric);
  const Sheet sheet(maps.size());
  const Grid& first = maps.front()->grid;
  const Area bars{left + sheet.width + 28, top + sheet.head, bar, sheet.height - sheet.head};
  Drawing drawing{bars.x + 132, top + sheet.height + 106};
  std::vector<Picture> pictures;
  for (const Result* map : maps) pictures.push_back(make_picture(*map, view));
  const auto shown = std::ranges::max_element(
      pictures, {}, [](const Picture& one) { return one.best.has_value(); });
  chart::draw_titles(drawing, 0, sheet.count == 1 ? shown->title : first.scene->name, {});
  drawing.text({left, 48}, pictures[0].subtitle, {.color = chart::dim_ink});
  for (int i = 0; i < sheet.count; ++i) {
    const Area area = sheet[i];
    const Picture& picture = pictures[i];
    if (sheet.count > 1) drawing.text({area.x, area.y - 8}, picture.method, {.bold = true});
    fill_cells(drawing, area, picture);
    draw_lines_and_marks(drawing, area, picture, true);
    chart::draw_frame(drawing, area);
    for (const auto draw : {chart::draw_side_title, chart::draw_side}) {
      if (sheet.lowest(i)) draw(drawing, area, picture.x, chart::Edge::Below);
      if (sheet.leftmost(i)) draw(drawing, area, picture.y, chart::Edge::Left);
    }
  }
  draw_color_bar(drawing, bars, *shown);
  chart::draw_side_title(drawing, bars, shown->colors, chart::Edge::Right);
  if (!first.solves) draw_legend(drawing, top + sheet.height + 70, *shown, view);
  return drawing;
}

Cut make_cut(const Result& result, int row_or_column, bool along_y) {
  const Grid& grid = result.grid;
  Cut cut{along_y ? &*grid.y : &grid.x, {}, grid.scene->skeleton};
  for (int i = 0; i < cut.axis->count; ++i) {
    const Cell& cell = along_y ? result.at(row_or_column, i) : result.at(i, row_or_column);
    cut.cells.push_back(cell.is_computed ? &cell : nullptr);
  }
  return cut;
}

chart::Chart chart_of(const Cut& cut, double most_oscillation, int ticks) {
  const sim::Metric &error = sim::error_metric(), &oscillation = sim::oscillation_metric();
  chart::Chart chart;
  chart.left.color = chart::Rgb{0x00, 0x72, 0xb2};
  chart.right.color = chart::Rgb{0xd5, 0x5e, 0x00};
  add(chart, chart.left, cut, error, axis_of(values_of(cut, error), error.scale), ticks);
  chart::Axis right = axis_of(values_of(cut, oscillation), oscillation.scale);
  const double border = to_display(most_oscillation);
  const bool has_border = border > 0 && std::isfinite(border);
  if (has_border)  // it is always in sight
    right.range = {std::min(right.range.lo, 0.8 * border), std::max(right.range.hi, 1.25 * border)};
  add(chart, chart.right, cut, oscillation, right, ticks);
  chart.curves.back().dashed = true;
  if (has_border)
    chart.horizontal_lines.push_back({right.to_unit(border), "shakes above", *chart.right.color});
  return chart;
}

Drawing sweep_drawing(const Result& result, const View& view) {
  const Picture picture = sweep::make_picture(result, view);
  constexpr int ticks = 6;
  chart::Chart chart = chart_of(make_cut(result, 0), view.most_oscillation, ticks);
  chart.title = picture.title;
  chart.subtitle = picture.subtitle;
  chart.below = picture.x;
  if (picture.best) {  // a point on the curve of errors
    const auto& points = chart.curves.front().points;
    chart.rings.push_back(*std::ranges::min_element(
        points, {}, [&](const Point& point) { return std::abs(point.x - picture.best->x); }));
  }
  return chart::make_drawing(chart, 580, 340);
}

}  // namespace sweep
