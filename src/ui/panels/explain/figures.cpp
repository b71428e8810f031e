// Makes figures and tables of the explanation's pictures.

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "chart/chart_drawing.h"
#include "ik/methods/method.h"
#include "ui/kit/format.h"
#include "ui/panels/explain/parts.h"
#include "ui/plots/drawing_painter.h"

namespace ui {
namespace {

bool has_step(const Panel& panel) {
  update_directions(panel);
  return panel.state.explain.directions->rank() > 0;
}

/// Returns the number as a cell, which is empty if there is none.
std::string finite_cell(double value) { return std::isfinite(value) ? csv_cell(value) : ""; }

std::string bars_csv(const Panel& panel, int) {
  const ik::Directions& d = *panel.state.explain.directions;
  std::string csv = "direction,sigma,error,share,gain,step\n";
  for (int i = 0; i < d.size(); ++i) {
    const std::array values{d[i].sigma, d[i].error, d[i].share, d[i].gain, d[i].step};
    csv += base::format("{}{}\n", i + 1, csv_cells(values, finite_cell));
  }
  return csv;
}

chart::Drawing bars_drawing(const Panel& panel, int) {
  constexpr double width = 580, height = 3 * 112;
  const chart::Area area{chart::margin, chart::head - 14, width, height};
  chart::Drawing drawing{area.x + width + 24, area.y + height + 48};
  chart::draw_titles(drawing, chart::margin + width, bars_figure().title(panel, 0),
                     figure_subject(panel));
  draw_bars(drawing, area, direction_bars(panel));
  drawing.text({area.x + width / 2, area.y + height + 38}, "singular direction i",
               {.anchor = chart::Anchor::Middle});
  return drawing;
}

std::string gains_csv(const Panel& panel, int) {
  const GainChart gains = gain_chart(panel);
  const int chosen = chosen_direction(panel);
  const ik::Solver& solver = panel.solver();
  const std::vector<const ik::GainProbe*> probes = compared_gains(panel);
  std::string csv = base::format(
      "sigma,{}{}\n", solver.method().name,
      csv_cells(probes, [](const ik::GainProbe* probe) { return probe->method().name; }));
  constexpr int pieces = 72;
  for (int k = 0; k <= pieces; ++k) {
    const double sigma = gains.x.value(static_cast<double>(k) / pieces);
    const auto gain_of = [&](const ik::GainProbe* probe) {
      return finite_cell(probe->gain(chosen, sigma));
    };
    csv += base::format("{},{}{}\n", csv_cell(sigma), finite_cell(solver.gain(chosen, sigma)),
                        csv_cells(probes, gain_of));
  }
  return csv;
}

chart::Drawing gains_drawing(const Panel& panel, int) {
  constexpr int ticks = 6;
  constexpr double width = 580, height = 300;
  GainChart gains = gain_chart(panel);
  gains.chart.title = gains_figure().title(panel, 0);
  gains.chart.subtitle = figure_subject(panel);
  gains.chart.grid = true;
  gains.chart.left = {unit_text(panel, "gain, rad/unit"), chart::ticks(gains.y, ticks)};
  gains.chart.below = {unit_text(panel, "σ, unit/rad"), chart::ticks(gains.x, ticks)};
  for (chart::Curve& curve : gains.chart.curves)
    std::erase_if(curve.points, [](const auto& point) { return !std::isfinite(point.y); });
  return chart::make_drawing(gains.chart, width, height);
}

std::string matrix_csv(const Panel& panel, int) {
  const ik::Skeleton& skeleton = panel.skeleton();
  std::vector<int> joints(static_cast<size_t>(skeleton.joints()));
  std::iota(joints.begin(), joints.end(), 0);
  const auto name = [&](int j) { return csv_cell(skeleton.joint(j).name); };
  std::string csv = "effector,row" + csv_cells(joints, name) + "\n";
  for (int i = 0; i < skeleton.effectors(); ++i)
    for (int row = skeleton.row(i); row < skeleton.row(i) + skeleton.rows(i); ++row) {
      const auto entry = [&](int j) { return csv_cell(panel.solver().J()(row, j)); };
      csv += base::format("{},{}{}\n", csv_cell(skeleton.effector(i).name),
                          row_name(skeleton, i, row), csv_cells(joints, entry));
    }
  return csv;
}

chart::Drawing matrix_drawing(const Panel& panel, int) {
  constexpr double room = 640, largest = 30;
  const ik::Solver& solver = panel.solver();
  const ik::Skeleton& skeleton = solver.skeleton();
  double names = 0, above = 0;
  for (int i = 0; i < skeleton.effectors(); ++i)
    names = std::max(names, chart::text_width(skeleton.effector(i).name));
  for (int j = 0; j < skeleton.joints(); ++j)
    above = std::max(above, chart::text_width(skeleton.joint(j).name));
  const chart::Area area{44 + names, 50 + above, std::min(largest * skeleton.joints(), room),
                         std::clamp(room / 2 / skeleton.rows(), 6., 22.) * skeleton.rows()};
  chart::Drawing drawing{std::max(area.x + area.width, 420.) + 24, area.y + area.height + 52};
  drawing.text({24, 26}, matrix_figure().title(panel, 0), {.size = 16, .bold = true});
  drawing.text({drawing.width - 24, 26}, figure_subject(panel),
               {.color = chart::dim_ink, .anchor = chart::Anchor::End});
  draw_matrix(drawing, area, solver, panel.palette, area.x - 24, above + 8);
  double x = 24;
  const double y = area.y + area.height + 26;
  const std::string most = significant(solver.J().cwiseAbs().maxCoeff(), 3);
  for (const auto& [value, text] : {std::pair(-1., "−" + most), {0., "0"}, {1., most}}) {
    drawing.fill({x, y, 12, 12}, entry_color(panel.palette, value));
    drawing.text({x + 18, y + 11}, text);
    x += 18 + chart::text_width(text) + 20;
  }
  drawing.text({x, y + 11}, unit_text(panel, "unit/rad, by the square root"),
               {.color = chart::dim_ink});
  return drawing;
}

}  // namespace

Figure bars_figure() {
  return {while_there(has_step, "Singular directions"),
          bars_csv,
          bars_drawing,
          0,
          always("A column for each singular direction of J, the strongest on the left. From top "
                 "to bottom: how far the effectors can move along it (σᵢ), how much of the error "
                 "lies along it, how much of the step is along it. A short bar above a tall one "
                 "in the warning colour: this direction is amplified; if the body shakes, it "
                 "does so along it."),
          "Grey: the error. Warning colour: amplified, and a large part of the step. Blue: all "
          "others.",
          "Units: σ in unit/rad over four decades or linear, the error in unit, the step in rad; "
          "the largest bar fills its row."};
}

Figure gains_figure() {
  return {while_there(has_step, "Gains"),
          gains_csv,
          gains_drawing,
          0,
          always("The gain: the step that a method makes along vᵢ for a unit error along uᵢ, "
                 "over σ, both logarithmic. That of the pseudoinverse, 1/σ, grows without bound; "
                 "damping bends the curve down. One line for each method chosen above; the bold "
                 "one is the current method. A dot for each direction; the larger, the more of "
                 "the error lies along it. Rings: the same with the other methods."),
          "A line has the colour below its method's name; dots in the warning colour: amplified.",
          "Units: the gain in rad/unit, σ in unit/rad."};
}

Figure matrix_figure() {
  return {while_there(has_step, "Matrix J"),
          matrix_csv,
          matrix_drawing,
          0,
          always("A row for each coordinate of an effector's goal, a column for each joint: how "
                 "far the effector moves that way per unit step of the joint. One colour for "
                 "each sign, stronger for larger entries; where it is empty, this joint does not "
                 "move this effector."),
          "The colours beside + and − are those of the largest entries.",
          "Units: unit/rad for joints that turn, unit/unit for those that slide."};
}

}  // namespace ui
