#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "chart/chart_drawing.h"
#include "ik/search/search.h"
#include "sim/solving.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panel.h"
#include "ui/plots/drawing_painter.h"

namespace ui {
namespace {

using Solving = sim::Solving;

/// Returns how an attempt ended, as the end of "2 ...".
std::string ending_text(ik::Ending ending) {
  static constexpr std::string_view texts[ik::ending_count] = {"solved", "stuck", "held by a limit",
                                                               "in a cycle", "too slow"};
  return std::string(texts[static_cast<size_t>(ending)]);
}

/// Returns "7 solved, 2 stuck, 1 held by a limit".
std::string endings_text(const Solving& solving) {
  std::array<int, ik::ending_count> counts{};
  for (const Solving::Attempt& one : solving.attempts())
    if (one.ending) ++counts[static_cast<size_t>(*one.ending)];
  std::vector<std::string> all;
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0)
      all.push_back(std::to_string(counts[i]) + " " + ending_text(static_cast<ik::Ending>(i)));
  return base::joined(all);
}

void search_buttons(const Panel& panel) {
  const Look& look = panel.look;
  const float side = pressed_height(look, 2.1f), gap = std::round(0.3f * panel.em());
  const bool runs = panel.context.search.is_running;
  if (icon_button(look, "anew", Icon::Restart, side)) panel.context.request(Solve::Anew);
  tooltip(look, panel.with_key("Search anew from the body's pose", Action::Restart));
  ImGui::SameLine(0, gap);
  if (icon_button(look, "run", runs ? Icon::Pause : Icon::Play, side))
    panel.context.request(runs ? Solve::Pause : Solve::Run);
  tooltip(look, runs ? "Pause the search" : "Run the search");
  ImGui::SameLine(0, gap);
  if (icon_button(look, "update", Icon::Step, side)) panel.context.request(Solve::Step);
  tooltip(look, panel.with_key("Make one update", Action::TogglePause));
  ImGui::SameLine(0, 2 * gap);
  const base::Parameter& speed = options::solve_speed();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + centred(side, ImGui::GetFrameHeight()));
  panel.choices(speed);
  tooltip(look, speed.explanation);
}

/// Draws the choice between the run's own damping and damping by the error, if the method has it.
void damping(const Panel& panel) {
  const base::Settings& settings = panel.run().settings();
  if (ik::for_solving(settings, panel.skeleton()) == settings) return;
  panel.choices(options::solve_damping());
  tooltip(panel.look, options::solve_damping().explanation);
}

/// Describes the errors of the attempts over their updates: all begin at the left, so that restarts
/// are branches.
chart::Chart errors_chart(const Panel& panel, int rows, int columns) {
  constexpr size_t most_attempts = 60;  // are drawn, the last ones
  const Solving& solving = *panel.context.search.solving;
  const view::Palette& p = panel.palette;
  const auto& attempts = solving.attempts();
  const size_t first = attempts.size() > most_attempts ? attempts.size() - most_attempts : 0;
  constexpr double least_updates = 10, beyond = 0.3;  // the best error is below the tolerance
  Axis x{{0, least_updates}}, y{{beyond * Solving::tolerance, 1}, true};
  for (size_t i = first; i < attempts.size(); ++i) {
    x.range.hi = std::max(x.range.hi, static_cast<double>(attempts[i].errors.size() - 1));
    for (const float error : attempts[i].errors)
      y.range.hi = std::max(y.range.hi, Solving::tolerance * error);
  }
  x.range.hi = std::ceil(x.range.hi / least_updates) * least_updates;
  chart::Chart chart;
  chart.title = "Largest error";
  chart.grid = true;
  chart.below = {.title = "updates from a start", .ticks = chart::ticks(x, columns)};
  chart.left = {.title = "", .ticks = chart::ticks(y, rows)};
  chart::Curve solved{.name = "solved", .color = rgb(p.good), .points = {}};
  chart::Curve unsolved{.name = "not solved", .color = rgb(p.warning), .points = {}};
  chart::Curve present{.name = "this attempt", .color = rgb(p.accent), .points = {}, .bold = true};
  for (size_t i = first; i < attempts.size(); ++i) {
    const Solving::Attempt& one = attempts[i];
    const bool last = i + 1 == attempts.size();
    chart::Curve& curve = last ? present : one.ending == ik::Ending::Solved ? solved : unsolved;
    for (size_t k = 0; k < one.errors.size(); ++k)
      curve.points.push_back({x.to_unit(static_cast<double>(k)),
                              std::max(y.to_unit(Solving::tolerance * one.errors[k]), 0.)});
    curve.points.push_back({0, std::numeric_limits<double>::quiet_NaN()});
  }
  chart.curves = {std::move(unsolved), std::move(solved), std::move(present)};
  chart.curves.push_back(
      {.name = "tolerance",
       .color = rgb(p.text_dim),
       .points = {{0, y.to_unit(Solving::tolerance)}, {1, y.to_unit(Solving::tolerance)}},
       .dashed = true});
  return chart;
}

bool solves_now(const Panel& panel) { return panel.context.search.solving; }

std::string errors_csv(const Panel& panel, int) {
  std::string csv = "attempt,update,error\n";
  for (int number = 0; const Solving::Attempt& one : panel.context.search.solving->attempts()) {
    ++number;
    for (size_t k = 0; k < one.errors.size(); ++k)
      csv += base::format("{},{},{}\n", number, k, csv_cell(Solving::tolerance * one.errors[k]));
  }
  return csv;
}

chart::Drawing draw_errors(const Panel& panel, int) {
  constexpr double width = 580, height = 300;
  chart::Chart chart = errors_chart(panel, 6, 8);
  chart.subtitle = figure_subject(panel);
  return chart::make_drawing(chart, width, height);
}

Figure errors_figure() {
  return {
      while_there(solves_now, "Search"), errors_csv, draw_errors, 0,
      while_there(
          solves_now,
          "The largest error of all goals after each update: positions as a share of the "
          "body's size, orientations in rad. Every curve is an attempt; all begin at the left.")};
}

void errors_plot(const Panel& panel, ImVec2 size) {
  const float unit = panel.em();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const chart::Chart chart = errors_chart(panel, static_cast<int>(size.y / (2.2f * unit)),
                                          static_cast<int>(size.x / (5 * unit)));
  const float left = tick_width(panel.look, chart.left) + 0.7f * unit;
  ChartPainter plot{panel.look,
                    {start.x + left, start.y + 0.4f * unit},
                    {start.x + size.x - 0.7f * unit, start.y + size.y - 3 * unit}};
  ImGui::Dummy(size);
  if (plot.height() < 2 * unit || plot.width() < 4 * unit) return;
  plot.show(chart);
  ImFont* small = panel.fonts.small;
  const ImVec2 title = text_size(small, chart.below.title);
  draw_text(small, {std::round(0.5f * (plot.a.x + plot.b.x - title.x)), plot.b.y + 1.6f * unit},
            panel.palette.text_dim, chart.below.title);
}

void status(const Panel& panel, const Solving& solving) {
  const Solving::Attempt& now = solving.attempt();
  const auto updates = static_cast<int>(now.errors.size()) - 1;
  const bool solved = now.ending == ik::Ending::Solved;
  std::string sentence =
      now.ending
          ? base::format("Attempt {}: {} {} {}", solving.attempts().size(),
                         ending_text(*now.ending), solved ? "in" : "after",
                         base::counted(updates, "update"))
          : base::format("Attempt {}: update {}, error {}", solving.attempts().size(), updates,
                         base::with_power(significant(Solving::tolerance * now.errors.back(), 2)));
  if (now.joint >= 0) sentence += base::format(" ({})", solving.skeleton().joint(now.joint).name);
  ImGui::Dummy({0, 0.1f * panel.em()});
  text(panel.fonts.strong,
       !now.ending ? panel.palette.text
       : solved    ? panel.palette.good
                   : panel.palette.warning,
       sentence);
  std::string ended = endings_text(solving);
  if (ended.empty()) ended = "The first attempt starts from the body's pose.";
  if (solving.done()) ended = base::format("All {} attempts: {}", Solving::max_attempts, ended);
  note(panel.look, ended);
}

void solution_line(const Panel& panel, const Solving& solving, int number) {
  const Solving::Solution& one = solving.solutions()[static_cast<size_t>(number)];
  const Look& look = panel.look;
  const float unit = panel.em(), height = pressed_height(look, 1.7f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool taken = panel.solver().pose().theta == one.theta;
  if (list_line(look, "solution " + std::to_string(number + 1), {width, height}, taken))
    panel.context.request(sim::Command(
        sim::SetPose{std::vector<double>(one.theta.data(), one.theta.data() + one.theta.size())}));
  if (ImGui::IsItemHovered()) panel.state.solution = number;
  tooltip(look, "Click to put the body into this pose; Ctrl+Z takes it back.");
  draw_mark(number, {at.x + 0.9f * unit, at.y + std::round(0.5f * height)}, 0.35f * unit,
            view::series_color(panel.palette, number));
  const std::string first = "Solution " + std::to_string(number + 1);
  draw_line(look.fonts.body, {at.x + 1.9f * unit, at.y}, height, panel.palette.text, first);
  const std::string rest = base::format("found {}×, largest turn {}°", one.attempts,
                                        fixed(one.turn * 180 / std::numbers::pi, 0));
  ImFont* small = look.fonts.small;
  const float wide = text_size(small, rest).x;
  if (at.x + 2.4f * unit + text_size(look.fonts.body, first).x + wide < at.x + width)
    draw_line(small, {at.x + width - wide - 0.4f * unit, at.y}, height, panel.palette.text_dim,
              rest);
}

void solutions(const Panel& panel, const Solving& solving) {
  const auto& found = solving.solutions();
  text(panel.fonts.strong, found.empty()
                               ? "No solution yet"
                               : base::counted(static_cast<int>(found.size()), "solution"));
  for (const bool up : {true, false}) {
    int poses = 0, attempts = 0;
    for (const Solving::Solution& one : found)
      if (one.elbow_up == up) ++poses, attempts += one.attempts;
    if (poses == 0) continue;
    note(panel.look,
         base::format("Elbow {}: {}, {}", up ? "up" : "down", base::counted(poses, "pose"),
                      base::counted(attempts, "attempt")));
    for (int i = 0; i < static_cast<int>(found.size()); ++i)
      if (found[static_cast<size_t>(i)].elbow_up == up) solution_line(panel, solving, i);
  }
}

void solve_panel(const Panel& panel) {
  panel.state.solution = -1;
  const Solving* solving = panel.context.search.solving;
  if (!solving) return note(panel.look, "The search begins with the next frame.");
  ImGui::Dummy({0, 0});
  large_title(panel);
  note(panel.look,
       "Targets rest while the method searches for poses that meet them to 10⁻⁶. After each "
       "attempt it starts from another pose." +
           panel.aside(" ", Action::TogglePause, " makes one update."));
  search_buttons(panel);
  damping(panel);
  status(panel, *solving);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  export_row(panel, errors_figure(), "Largest error over updates");
  errors_plot(panel, {room.x, std::clamp(0.5f * room.y, 11 * panel.em(), 20 * panel.em())});
  solutions(panel, *solving);
}

}  // namespace

void declare_solve_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "solve",
              .title = "Solve",
              .rank = 350,
              .draw = solve_panel,
              .figures = {errors_figure()},
              .explanation = "a search for all poses that meet the targets, which rest meanwhile",
              .key = {'S', false, true},
              .key_help = "solve: search for poses"});
}

}  // namespace ui
