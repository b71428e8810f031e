#include "sweep/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "base/text.h"
#include "ik/methods/method.h"
#include "sweep/best.h"
#include "sweep/geometry.h"

namespace sweep {
namespace {

constexpr double smallest = 1e-150, largest = 1e150;  // what differs more has no ratio

/// Levels that divide a range: 1, 2, 5 times powers of ten on a logarithmic scale.
std::vector<double> levels(const chart::Axis& axis, int most) {
  std::vector<double> all;
  for (int power = -12; power <= 12; ++power)
    for (const double digit : {1., 2., 5.})
      if (const double level = digit * std::pow(10, power);
          axis.range.lo < level && level < axis.range.hi)
        all.push_back(level);
  if (static_cast<int>(all.size()) > most)
    std::erase_if(all, [](double level) {
      const double power = std::log10(level);
      return std::abs(power - std::round(power)) > 1e-6;
    });
  return all;
}

chart::Side make_side(const Grid& grid, const Axis& axis) {
  const base::Parameter& parameter = parameter_of(grid, axis);
  chart::Side side{axis_title(parameter), {}};
  const auto put = [&](double cell, double value, std::string text) {
    const Point point = on_picture(grid, {cell, cell});
    side.ticks.push_back({value, &axis == &grid.x ? point.x : point.y, std::move(text)});
  };
  if (!parameter.choices.empty()) {
    for (int i = 0; i < axis.count; ++i)
      put(i, axis.value(i), base::number_text(parameter, axis.value(i)));
    return side;
  }
  constexpr int most = 8;
  const chart::Axis values{{axis.from, axis.to}, axis.scale == base::Scale::Log};
  for (chart::Tick& tick :
       ticks(values, most))  // from the axis' ends to the map's, half a cell beyond
    put(tick.at * (axis.count - 1), tick.value, std::move(tick.text));
  return side;
}

/// A key and what was typed for it: "Dₘₐₓ: constant".
std::string shown_setting(const Grid& grid, const std::string& key, const std::string& value) {
  const base::Parameter& parameter = parameter_of(grid, {.key = key});
  return base::setting_text(parameter, base::number_text(parameter, base::parse(parameter, value)));
}

/// Returns the settings that are not defaults, and the number of steps or updates.
std::string subtitle(const Grid& grid) {
  std::vector<std::string> texts;
  for (const auto& [key, value] : grid.scene->settings)
    if (key != grid.x.key && !(grid.y && key == grid.y->key))
      texts.push_back(shown_setting(grid, key, value));
  texts.push_back(grid.solves
                      ? base::format("at most {} updates", grid.steps)
                      : base::format("{} steps after {} of warm-up", grid.steps, grid.warmup));
  if (grid.solves && grid.restarts > 0)
    texts.push_back(base::counted(static_cast<int>(grid.restarts), "restart"));
  return base::joined(texts);
}

/// Returns the centroid of the cells that shake, or nothing if its cell does not shake.
std::optional<Point> shaking_center(const Result& result, double most_oscillation) {
  const auto shakes = [&](int column, int row) {
    const Cell& cell = result.at(column, row);
    return cell.is_computed && cell.oscillation_mean > most_oscillation;
  };
  Point sum;
  int count = 0;
  for (int row = 0; row < result.grid.rows(); ++row)
    for (int column = 0; column < result.grid.columns(); ++column)
      if (shakes(column, row)) {
        sum = {sum.x + column, sum.y + row};
        ++count;
      }
  if (count == 0) return {};
  const Point middle{sum.x / count, sum.y / count};
  if (!shakes(static_cast<int>(std::lround(middle.x)), static_cast<int>(std::lround(middle.y))))
    return {};
  return on_picture(result.grid, middle);
}

std::vector<Line> on_picture(const Grid& grid, std::vector<Line> lines) {
  for (Line& line : lines)
    for (Point& point : line) point = sweep::on_picture(grid, point);
  return lines;
}

/// Returns the axis of a metric's colours: of hues 0 to 1, of names their indices.
chart::Axis axis_of_metric(const sim::Metric& metric, const std::vector<double>& values) {
  using By = sim::Metric::Color::By;
  if (metric.color.by == By::Amount) return axis_of(values, metric.scale);
  return {{0, metric.color.by == By::Hue ? 1 : metric.color.names.size() - 1.}, false};
}

std::vector<chart::Tick> ticks_of(const sim::Metric& metric, const chart::Axis& axis) {
  using By = sim::Metric::Color::By;
  constexpr int most = 6;
  if (metric.color.by == By::Amount) return ticks(axis, most);
  std::vector<chart::Tick> all;
  for (size_t i = 0; i < metric.color.names.size(); ++i) {
    const auto count = static_cast<double>(metric.color.names.size());
    const auto number = static_cast<double>(i);
    all.push_back({number, (number + 0.5) / count, std::string(metric.color.names[i])});
  }
  return all;
}

}  // namespace

chart::Axis axis_of(const std::vector<double>& values, base::Scale scale) {
  const bool log = scale == base::Scale::Log;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  chart::Range range{infinity, -infinity};
  for (const double value : values) {
    if (!(std::abs(value) < largest)) continue;
    if (log && !(value > 2 * smallest)) continue;
    range = {std::min(range.lo, value), std::max(range.hi, value)};
  }
  if (range.lo > range.hi) return {{log ? 0.1 : 0, 1}, log};
  const double most = std::max(std::abs(range.lo), std::abs(range.hi));
  if (range.size() <= std::max(1e-3 * most, smallest)) {  // as good as constant
    constexpr double room = 0.1;
    const double more = std::max(room * most, 1e-9);
    range = log ? chart::Range{range.lo / (1 + room), range.hi * (1 + room)}
                : chart::Range{range.lo - more, range.hi + more};
  }
  return {range, log};
}

chart::Rgb color_of(const sim::Metric& metric, double share) {
  using By = sim::Metric::Color::By;
  if (metric.color.by == By::Amount) return chart::sequential_color(share);
  if (metric.color.by == By::Hue) return chart::hue_color(share);
  const auto count = static_cast<double>(metric.color.names.size());
  return chart::categorical_color(static_cast<int>(std::clamp(share, 0., 1.) * (count - 1) + 0.5));
}

chart::Axis common_axis(std::span<const Result* const> maps, const sim::Metric& metric) {
  std::vector<double> all;
  for (const Result* map : maps)
    for (const double value : map->values(metric)) all.push_back(value);
  return axis_of_metric(metric, all);
}

const base::Parameter& parameter_of(const Grid& grid, const Axis& axis) {
  if (const auto geometry = find_geometry(*grid.scene->skeleton, axis.key))
    return *geometry->parameter;
  for (const auto* table : {&ik::find_method(grid.scene->method).parameters(*grid.scene->skeleton),
                            &sim::world::table(*grid.scene->skeleton)})
    for (const base::Parameter& parameter : *table)
      if (parameter.key == axis.key) return parameter;
  throw base::Error("method {} has no parameter {}", grid.scene->method, axis.key);
}

std::string axis_title(const base::Parameter& parameter) {
  return parameter.unit.empty() ? std::string(parameter.symbol)
                                : base::format("{} ({})", parameter.symbol, parameter.unit);
}

Point on_picture(const Grid& grid, Point cell) {
  return {(cell.x + 0.5) / grid.columns(), (cell.y + 0.5) / grid.rows()};
}

Point on_grid(const Grid& grid, Point point) {
  return {point.x * grid.columns() - 0.5, point.y * grid.rows() - 0.5};
}

Picture make_picture(const Result& result, const View& view) {
  const Grid& grid = result.grid;
  const ik::Skeleton& body = *grid.scene->skeleton;
  const chart::Axis colors =
      view.colors ? *view.colors : axis_of_metric(*view.metric, result.values(*view.metric));
  const std::string method(ik::find_method(grid.scene->method).title);
  const std::string_view unit = view.metric->unit_for(body).name;
  Picture picture{
      .metric = view.metric,
      .x = make_side(grid, grid.x),
      .y = grid.y ? make_side(grid, *grid.y) : chart::Side(),
      .colors = {base::format("{}{}{}", view.metric->title, unit.empty() ? "" : ", ", unit),
                 ticks_of(*view.metric, colors)},
      .title = base::format("{}, {}", grid.scene->name, method),
      .method = method,
      .subtitle = subtitle(grid),
      .columns = (grid.columns() + view.step - 1) / view.step,
      .rows = (grid.rows() + view.step - 1) / view.step,
      .shaking = shaking_center(result, view.most_oscillation)};
  picture.cells.reserve(static_cast<size_t>(picture.columns) * picture.rows);
  const double times = view.metric->unit_for(body).factor;
  const auto color = [&](const Cell* cell) -> std::optional<chart::Rgb> {
    constexpr chart::Rgb black{};
    if (!cell) return {};
    if (view.metric->is_missing(*cell)) return black;
    return color_of(*view.metric, colors.to_unit(times * (cell->*view.metric->value)));
  };
  const Cell* before = nullptr;
  for (int row = 0; row < grid.rows(); row += view.step)
    for (int column = 0; column < grid.columns(); column += view.step) {
      const Cell* cell = result.cell_to_show(column, row);
      const bool again = cell && cell == before;  // of a coarser level
      picture.cells.push_back(again ? picture.cells.back() : color(cell));
      before = cell;
    }
  if (grid.solves) return picture;

  const sim::Metric& other =
      view.metric == &sim::oscillation_metric() ? sim::error_metric() : sim::oscillation_metric();
  picture.contours_title = base::format("{}, {}", other.title, other.unit_for(body).name);
  constexpr int most_lines = 9;
  const auto add_line = [&](const sim::Metric& metric, double level, bool bold) {
    picture.lines.push_back(
        {level, base::short_number(level), bold, on_picture(grid, contour(result, metric, level))});
  };
  for (const double level : levels(axis_of(result.values(other), other.scale), most_lines))
    add_line(other, level, false);
  add_line(sim::oscillation_metric(), to_display(view.most_oscillation), true);
  const auto center_of = [&](std::optional<int> cell) -> std::optional<Point> {
    if (!cell) return {};
    return on_picture(grid, {double(*cell % grid.columns()), double(*cell / grid.columns())});
  };
  picture.best = center_of(least_error(result, view.bound.value_or(view.most_oscillation)));
  picture.least = center_of(least_error(result, std::numeric_limits<double>::infinity()));
  return picture;
}

std::vector<Label> line_labels(const Picture& picture, double width, double height) {
  std::vector<Point> taken;
  for (const auto& mark : {picture.best, picture.least, picture.shaking})
    if (mark) taken.push_back(*mark);
  std::vector<Label> labels;
  for (const IsoLine& level : picture.lines) {
    const auto longest =
        std::ranges::max_element(level.lines, {}, [](const Line& line) { return line.size(); });
    constexpr size_t too_short = 8;
    if (level.bold || longest == level.lines.end() || longest->size() < too_short) continue;
    const auto free = [&](Point p) {  // how far from all others, in heights of the text
      double least = 1e9;
      for (const Point& q : taken)
        least = std::min(least, std::hypot((p.x - q.x) * width / 3, (p.y - q.y) * height));
      constexpr double enough = 1.6;
      return std::min(least, enough);
    };
    Point best = (*longest)[longest->size() / 2];
    for (int part = 1; part < 16; ++part) {
      const size_t i = longest->size() * static_cast<size_t>(part % 2 == 0 ? 16 - part : part) / 16;
      if (const Point p = (*longest)[i]; free(p) > free(best)) best = p;
    }
    taken.push_back(best);
    labels.push_back({best, level.text});
  }
  return labels;
}

}  // namespace sweep
