// ikscope-lab map and sweep: run a method over a grid of two parameters, or over one.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <limits>
#include <optional>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "chart/drawing.h"
#include "files/output_file.h"
#include "formats/map_csv.h"
#include "lab/mapping.h"
#include "lab/shard.h"
#include "lab/subcommand.h"
#include "lab/table.h"
#include "sweep/best.h"
#include "sweep/drawing.h"

namespace lab {
namespace {

struct Options : MapOptions {
  std::string x, y, shard, csv, svg, color;
  bool solve = false;
  int64_t restarts = 0;
};

std::string cell_text(const sim::Metric& metric, const sweep::Cell& cell,
                      const ik::Skeleton& body) {
  if (metric.is_missing(cell)) return "–";
  if (const auto names = metric.color.names; !names.empty())
    return std::string(names[static_cast<size_t>(cell.*metric.value)]);
  if (metric.value == &sim::MetricValues::limit_joint)
    return body.joint(static_cast<int>(cell.limit_joint * body.joints())).name;
  return base::significant(metric.shown(cell, body), 4);
}

std::string sweep_text(const sweep::Result& result, double most_oscillation) {
  const sweep::Grid& grid = result.grid;
  const ik::Skeleton& body = *grid.scene->skeleton;
  const base::Parameter& parameter = sweep::parameter_of(grid, grid.x);
  const std::optional<int> best =
      grid.solves ? std::nullopt : sweep::least_error(result, most_oscillation);
  std::vector<const sim::Metric*> shown;
  std::vector<Table::Column> columns{{grid.x.key, true}};
  for (const sim::Metric* metric : sweep::metrics(grid.solves)) {
    if (!metric->in_sweeps || (metric->of_obstacles && grid.scene->obstacles.empty())) continue;
    shown.push_back(metric);
    const std::string unit(metric->unit_for(body).name);
    columns.push_back({std::string(metric->heading) + (unit.empty() ? "" : ", " + unit), true});
  }
  columns.push_back({""});
  Table table(columns);
  for (int i = 0; i < grid.columns(); ++i) {
    const sweep::Cell& cell = result.at(i, 0);
    std::vector<std::string> row{base::to_text(parameter, grid.x.value(i))};
    for (const sim::Metric* metric : shown) row.push_back(cell_text(*metric, cell, body));
    row.emplace_back(best == i                                  ? "◆ best"
                     : cell.oscillation_mean > most_oscillation ? "shakes"
                                                                : "");
    table.add_row(row);
  }
  return table.text(page_width());
}

constexpr int most_columns = 64, most_rows = 24;

std::string background(chart::Rgb color) {
  return base::format("\033[48;2;{};{};{};{}m", color[0], color[1], color[2],
                      chart::is_dark(color) ? 97 : 30);
}

std::string solved_line(const sweep::Result& result) {
  const auto solved = std::ranges::count_if(
      result.cells, [](const sweep::Cell& cell) { return cell.is_computed && cell.updates >= 0; });
  return base::format("solved   {} of {}\n", solved, result.cells.size());
}

/// Returns two lines: the best cell of all, and the best of those that do not shake; and what is to
/// be said of them if the task differs from cell to cell.
std::string best_lines(const sweep::Result& result, double most_oscillation) {
  const auto line = [&](std::optional<int> cell) {
    return cell ? base::format("{}: {}", sweep::setting_of(result.grid, *cell),
                               sweep::metrics_of(result.cells[*cell], *result.grid.scene->skeleton))
                : "none";
  };
  constexpr double any = std::numeric_limits<double>::infinity();
  const std::string note = sweep::task_note(result.grid);
  return base::format("least error                   {}\nleast error without shaking   {}\n{}",
                      line(sweep::least_error(result, any)),
                      line(sweep::least_error(result, most_oscillation)),
                      note.empty() ? "" : base::capitalized(note) + ".\n");
}

/// Returns a map for a terminal: one character per cell or group of cells, coloured or in shades.
std::string map_text(const sweep::Result& result, const sweep::View& view, bool colored) {
  static constexpr const char* shades[] = {" ", "░", "▒", "▓", "█"};
  const sweep::Grid& grid = result.grid;
  const sim::Metric& metric = *view.metric;
  const chart::Axis axis = sweep::common_axis(std::array{&result}, metric);
  // In a large map one cell represents several, but the best cell is always shown.
  const int across = (grid.columns() + most_columns - 1) / most_columns,
            up = (grid.rows() + most_rows - 1) / most_rows;
  const std::optional<int> best =
      grid.solves ? std::nullopt : sweep::least_error(result, view.most_oscillation);
  const auto letter = [&](int column, int row) -> std::string {
    const sweep::Cell& cell = result.at(column, row);
    if (!cell.is_computed) return " ";
    const bool is_best = best && *best % grid.columns() / across == column / across &&
                         *best / grid.columns() / up == row / up;
    const bool shakes = cell.oscillation_mean > view.most_oscillation;
    if (metric.is_missing(cell)) return colored ? " " : "x";
    const double share =
        std::clamp(axis.to_unit(metric.shown(cell, *grid.scene->skeleton)), 0.0, 1.0);
    const std::string mark = is_best ? "◆" : shakes ? "~" : colored ? " " : "";
    if (colored) return background(sweep::color_of(metric, share)) + mark + "\033[0m";
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
  text += base::format("{}{}{}\n\n{}{} ", indent, below, grid.x.key, indent, metric.title);
  for (int i = 0; i < 5; ++i)
    text += colored ? background(sweep::color_of(metric, i / 4.0)) + "  \033[0m" : shades[i];
  if (const auto names = metric.color.names; !names.empty())
    return base::format("{} {}\n", text, base::joined({names.begin(), names.end()}));
  text += base::format(" {} to {} {}\n{}", base::significant(axis.range.lo, 3),
                       base::significant(axis.range.hi, 3),
                       metric.unit_for(*grid.scene->skeleton).name, indent);
  if (grid.solves)
    return base::format("{}{}: no {}\n", text, colored ? "black" : "x",
                        metric.value == &sim::MetricValues::limit_joint ? "limit" : "solution");
  return base::format(
      "{}~ oscillation above {} mrad/step², shakes   ◆ least error without shaking\n", text,
      base::short_number(sweep::to_display(view.most_oscillation)));
}

void compute(const Options& options) {
  const std::string color = !options.color.empty() ? options.color
                            : options.solve        ? "updates"
                                                   : std::string(sim::error_metric().key);
  const sweep::View view{.metric = &sim::find_metric(color, true),
                         .most_oscillation = options.most_oscillation};
  if (options.solve && !view.metric->of_solving)
    throw base::Error(
        "--color {} is a metric of runs; expected one of searches, such as updates, solution or "
        "ending, or no --solve",
        color);
  const bool solves = options.solve || view.metric->of_solving;
  if (options.restarts > 0 && !solves)
    throw base::Error("--restarts is about searches for poses; add --solve");
  const sweep::Shard part = read_shard(options.shard, options.csv, "computes a part of a map");
  if (part.count > 1 && !options.svg.empty())
    throw base::Error("--svg cannot draw a part of a map; omit --shard");
  expect_separate(options, {"--csv", options.csv}, {"--svg", options.svg});
  sim::Simulation simulation = start_simulation(options);
  if (solves) {
    std::vector<std::string> keys = keys_in_settings(options.set, simulation);
    for (const std::string* axis : {&options.x, &options.y})
      keys.push_back(axis->substr(0, axis->find('=')));
    begin_solving(simulation, keys);
  }
  std::optional<sweep::Axis> y;
  if (!options.y.empty()) y = parse_axis(options.y, simulation, solves);
  sweep::Grid grid = sweep::grid_of(simulation, parse_axis(options.x, simulation, solves), y);
  grid.steps = options.length.steps;
  grid.solves = solves;
  grid.restarts = options.restarts;
  grid.warmup = grid.solves ? 0 : options.length.warmup;
  const auto csv = files::output_to(options.csv), svg = files::output_to(options.svg);

  const sweep::Result result = compute_cells(grid, options.threads, part);
  if (csv) csv->write_all(formats::map_csv(result, options.scene, part));
  if (svg)
    svg->write_all(chart::svg(grid.y ? sweep::map_drawing(std::array{&result}, view)
                                     : sweep::sweep_drawing(result, view)));
  if (part.count > 1) return;
  std::cout << base::format(
      "{}, {}: {} {}\n\n", base::printable(options.scene), grid.scene->method, grid.cells(),
      grid.solves ? base::format("searches of at most {} updates{}", grid.steps,
                                 grid.restarts > 0 ? " from each start" : "")
                  : base::format("runs of {} steps after {} of warm-up", grid.steps, grid.warmup));
  if (!csv && !svg)
    std::cout << (grid.y ? map_text(result, view, isatty(STDOUT_FILENO) != 0)
                         : sweep_text(result, view.most_oscillation))
              << "\n";
  std::cout << (grid.solves ? solved_line(result) : best_lines(result, view.most_oscillation));
}

constexpr const char* form = "KEY=FROM:TO:COUNT[:lin|:log]";
constexpr const char* what =
    ": a parameter, start.JOINT (of the start pose), or target.NAME.x, .y or .z";

void add_file_options(cli::CommandLine& line, Options& options) {
  line.add_option("--shard", options.shard, "I/N|auto", shard_help);
  line.add_option("--csv", options.csv, "FILE", "Writes all metrics of all cells");
  line.add_option("--svg", options.svg, "FILE", "Writes a drawing");
  line.add_flag("--solve", options.solve,
                "Cells are searches for a pose, of at most --steps updates, in place of runs");
  line.add_option("--restarts", options.restarts, 0, 1'000'000,
                  "Further starts of a search, at most, from random poses within the limits");
}

void add_map_command_options(cli::CommandLine& line, Options& options) {
  add_map_options(line, options);
  line.add_option("--x", options.x, form, std::string("Horizontal axis") + what);
  line.add_option("--y", options.y, form, std::string("Vertical axis") + what);
  line.add_option("--color", options.color, "MEASURE",
                  "Metric shown as colour: a column of the CSV file");
  add_file_options(line, options);
}

void map(const Options& options) {
  if (options.x.empty() || options.y.empty())
    throw base::Error(
        "--{} is missing; expected a parameter and its values, such as lambda=0.05:5:64:log (one "
        "parameter alone: ikscope-lab sweep)",
        options.x.empty() ? 'x' : 'y');
  compute(options);
}

void add_sweep_options(cli::CommandLine& line, Options& options) {
  add_map_options(line, options);
  line.add_option("--x", options.x, form, std::string("Values of") + what);
  add_file_options(line, options);
}

void sweep_one(const Options& options) {
  if (options.x.empty())
    throw base::Error(
        "--x is missing; expected a parameter and its values, such as lambda=0.05:5:32:log");
  compute(options);
}

}  // namespace

void declare_map(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"map", "Measures a method over a grid of two parameters.", 10,
                   declared(add_map_command_options, map)});
  subcommands.add({"sweep", "Measures a method over the values of a parameter.", 11,
                   declared(add_sweep_options, sweep_one)});
}

}  // namespace lab
