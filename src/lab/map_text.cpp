#include "lab/map_text.h"
#include "base/numbers.h"

#include <algorithm>

#include "lab/table.h"
#include "sweep/best.h"

namespace lab {
namespace {

constexpr int most_columns = 64, most_rows = 24;

std::string background(chart::Rgb color) {
  return "\033[48;2;" + std::to_string(color[0]) + ";" + std::to_string(color[1]) + ";" +
         std::to_string(color[2]) + (chart::is_dark(color) ? ";97m" : ";30m");
}

}  // namespace

std::string map_text(const sweep::Result& result, const sweep::View& view, bool colored) {
  static constexpr const char* shades[] = {" ", "░", "▒", "▓", "█"};
  const sweep::Grid& grid = result.grid;
  const sim::Metric& metric = *view.metric;
  const chart::Axis axis = sweep::axis_of(result.values(metric), metric.scale);
  // of many cells one stands for several; but the best one is always seen
  const int across = (grid.columns() + most_columns - 1) / most_columns,
            up = (grid.rows() + most_rows - 1) / most_rows;
  const std::optional<int> best = sweep::least_error(result, view.most_oscillation);
  const auto letter = [&](int column, int row) -> std::string {
    const sweep::Cell& cell = result.at(column, row);
    if (!cell.there) return " ";
    const bool is_best = best && *best % grid.columns() / across == column / across &&
                         *best / grid.columns() / up == row / up;
    const bool shakes = cell.oscillation_mean > view.most_oscillation;
    const double share = std::clamp(axis.unit(metric.shown(cell, *grid.scene->skeleton)), 0.0, 1.0);
    const std::string mark = is_best ? "◆" : shakes ? "~" : colored ? " " : "";
    if (colored) return background(chart::color(share)) + mark + "\033[0m";
    return mark.empty() ? shades[static_cast<int>(4.999 * share)] : mark;
  };

  const auto value_text = [&](const sweep::Axis& of, int i) {
    return base::to_text(sweep::parameter_of(grid, of), of.value(i));
  };
  size_t margin = 0;
  if (grid.y)
    for (int row = 0; row < grid.rows(); row += up)
      margin = std::max(margin, width(value_text(*grid.y, row)));
  const std::string indent(margin + 1, ' ');
  std::string text = grid.y ? grid.y->key + "\n" : "";
  for (int row = (grid.rows() - 1) / up * up; row >= 0; row -= up) {
    const bool labelled = grid.y && row / up % 4 == 0;
    const std::string label = labelled ? value_text(*grid.y, row) : "";
    text.append(margin - width(label), ' ').append(label).append(" ");
    for (int column = 0; column < grid.columns(); column += across) text += letter(column, row);
    text += "\n";
  }
  std::string below;  // values of x, where there is room for them
  const int shown = (grid.columns() + across - 1) / across;
  for (int column = 0; column < shown; column += 12) {
    while (static_cast<int>(below.size()) < column) below += ' ';
    below += value_text(grid.x, column * across) + " ";
  }
  text += indent + below + grid.x.key + "\n\n";
  text += indent + std::string(metric.title) + " ";
  for (int i = 0; i < 5; ++i)
    text += colored ? background(chart::color(i / 4.0)) + "  \033[0m" : shades[i];
  text.append(" ")
      .append(base::significant(axis.range.lo, 3))
      .append(" to ")
      .append(base::significant(axis.range.hi, 3));
  text.append(" ").append(metric.unit_for(*grid.scene->skeleton).name).append("\n").append(indent);
  text.append("~ oscillation above ")
      .append(base::short_number(sweep::shown(view.most_oscillation)));
  text.append(" mrad/step², shakes   ◆ least error without shaking\n");
  return text;
}

}  // namespace lab
