// Makes figures and tables of the explanation's pictures.

#include <algorithm>
#include <cmath>

#include "chart/chart_drawing.h"
#include "ik/methods/method.h"
#include "ik/model/goal.h"
#include "ui/kit/format.h"
#include "ui/panels/explain/parts.h"
#include "ui/plots/drawing_painter.h"

namespace ui {
namespace {

bool has_step(const Panel& panel) {
  look_at_directions(panel);
  return panel.state.explain.directions->rank() > 0;
}

SaveTable table_named(const Panel& panel, const Figure& figure, std::string csv) {
  return {panel.scene_name() + " " + figure.title(panel, 0), std::move(csv)};
}

Request bars_table(const Panel& panel, int) {
  const ik::Directions& d = *panel.state.explain.directions;
  std::string csv = "direction,sigma,error,share,gain,step\n";
  for (int i = 0; i < d.size(); ++i) {
    csv += std::to_string(i + 1);
    for (const double value : {d[i].sigma, d[i].error, d[i].share, d[i].gain, d[i].step})
      csv.append(",").append(std::isfinite(value) ? csv_cell(value) : "");
    csv += "\n";
  }
  return table_named(panel, bars_figure(), std::move(csv));
}

chart::Drawing draw_bars(const Panel& panel, int) {
  constexpr double width = 580, row = 90, gap = 22, gap_between_bars = 0.15;
  const auto rows = direction_bars(panel);
  const auto count = static_cast<int>(rows[0].heights.size());
  const double step = width / count;
  chart::Drawing drawing{chart::margin + width + 24, chart::head + 3 * (row + gap) + 34};
  chart::titles(drawing, chart::margin + width, bars_figure().title(panel, 0),
                figure_subject(panel));
  double y = chart::head - 14;
  for (const Bars& bars : rows) {
    const chart::Area area{chart::margin, y, width, row};
    for (int i = 0; i < count; ++i) {
      const auto k = static_cast<size_t>(i);
      const double high = std::max(1., bars.heights[k] * row);
      drawing.fill({area.x + step * (i + gap_between_bars), y + row - high,
                    step * (1 - 2 * gap_between_bars), high},
                   rgb(bars.inks[k]));
    }
    drawing.line(area({0, 0}), area({1, 0}), {.color = chart::line_ink});
    drawing.text({area.x - 10, y + row / 2 + 4}, bars.name, {.anchor = chart::Anchor::End});
    if (*bars.scale)
      drawing.text({area.x - 10, y + row / 2 + 20}, bars.scale,
                   {.color = chart::dim_ink, .size = 11, .anchor = chart::Anchor::End});
    drawing.text({area.x - 10, y + row / 2 + 22}, bars.note,
                 {.color = rgb(panel.look.palette->warning), .anchor = chart::Anchor::End});
    y += row + gap;
  }
  const int every = std::max(1, static_cast<int>(std::ceil(20 / step)));
  for (int i = 0; i < count; i += every)
    drawing.text({chart::margin + step * (i + 0.5), y}, std::to_string(i + 1),
                 {.anchor = chart::Anchor::Middle});
  drawing.text({chart::margin + width / 2, y + 24}, "singular direction i",
               {.anchor = chart::Anchor::Middle});
  return drawing;
}

Request gains_table(const Panel& panel, int) {
  const GainChart gains = gain_chart(panel);
  const int chosen = std::max(chosen_direction(panel), 0);
  const ik::Solver& solver = panel.simulation().run().solver();
  const auto& explain = panel.state.explain;
  std::vector<const ik::GainProbe*> shown;
  std::string csv = "sigma," + std::string(solver.method().name);
  for (const ik::GainProbe& probe : explain.probes)
    if (explain.curves.contains(probe.method().name) && &probe.method() != &solver.method()) {
      shown.push_back(&probe);
      csv.append(",").append(probe.method().name);
    }
  csv += "\n";
  constexpr int pieces = 72;
  for (int k = 0; k <= pieces; ++k) {
    const double sigma = gains.x.value(static_cast<double>(k) / pieces);
    const auto add = [&](double gain) {
      csv.append(",").append(std::isfinite(gain) ? csv_cell(gain) : "");
    };
    csv += csv_cell(sigma);
    add(solver.gain(chosen, sigma));
    for (const ik::GainProbe* probe : shown) add(probe->gain(chosen, sigma));
    csv += "\n";
  }
  return table_named(panel, gains_figure(), std::move(csv));
}

chart::Drawing draw_gains(const Panel& panel, int) {
  constexpr int ticks = 6;
  constexpr double width = 580, height = 300;
  GainChart gains = gain_chart(panel);
  gains.chart.title = gains_figure().title(panel, 0);
  gains.chart.subtitle = figure_subject(panel);
  gains.chart.grid = true;
  gains.chart.left = {named(panel, "gain, rad/unit"), chart::ticks(gains.y, ticks)};
  gains.chart.below = {named(panel, "σ, unit/rad"), chart::ticks(gains.x, ticks)};
  for (chart::Curve& curve : gains.chart.curves)
    std::erase_if(curve.points, [](const auto& point) { return !std::isfinite(point.y); });
  return chart::drawing(gains.chart, width, height);
}

Request matrix_table(const Panel& panel, int) {
  const ik::Solver& solver = panel.simulation().run().solver();
  const ik::Skeleton& skeleton = solver.skeleton();
  std::string csv = "effector,row";
  for (int j = 0; j < skeleton.joints(); ++j)
    csv.append(",").append(csv_cell(skeleton.joint(j).name));
  csv += "\n";
  for (int i = 0; i < skeleton.effectors(); ++i)
    for (int row = skeleton.row(i); row < skeleton.row(i) + skeleton.rows(i); ++row) {
      csv.append(csv_cell(skeleton.effector(i).name))
          .append(",")
          .append(row_name(skeleton, i, row));
      for (int j = 0; j < skeleton.joints(); ++j)
        csv.append(",").append(csv_cell(solver.J()(row, j)));
      csv += "\n";
    }
  return table_named(panel, matrix_figure(), std::move(csv));
}

chart::Drawing draw_matrix(const Panel& panel, int) {
  constexpr double room = 640, largest = 30, line = 14;
  constexpr int most = 400;
  const ik::Solver& solver = panel.simulation().run().solver();
  const ik::Skeleton& skeleton = solver.skeleton();
  const view::Palette& p = *panel.look.palette;
  const double wide = std::min(largest, room / skeleton.joints());
  const double high = std::clamp(room / 2 / skeleton.rows(), 6., 22.);
  const int several = (skeleton.joints() + most - 1) / most;
  const int every = std::max(1, static_cast<int>(std::ceil(line / wide)));
  double names = 0, above = 0;
  for (int i = 0; i < skeleton.effectors(); ++i)
    names = std::max(names, chart::text_width(skeleton.effector(i).name));
  for (int j = 0; j < skeleton.joints(); j += every)
    above = std::max(above, chart::text_width(skeleton.joint(j).name));
  const chart::Area area{44 + names, 50 + above, wide * skeleton.joints(), high * skeleton.rows()};
  chart::Drawing drawing{std::max(area.x + area.width, 420.) + 24, area.y + area.height + 52};
  const auto x = [&](int j) { return area.x + wide * j; };
  const auto y = [&](int row) { return area.y + high * row; };
  drawing.text({24, 26}, matrix_figure().title(panel, 0), {.size = 16, .bold = true});
  drawing.text({drawing.width - 24, 26}, figure_subject(panel),
               {.color = chart::dim_ink, .anchor = chart::Anchor::End});
  for (const Entry& entry : matrix_entries(solver.J(), several))
    drawing.fill({x(entry.first), y(entry.row), x(entry.end) - x(entry.first), high},
                 rgb(entry_ink(p, p.panel, entry.value)));
  const chart::Stroke thin{.color = chart::grid_ink, .width = 0.75},
      border{.color = chart::line_ink};
  if (wide > 4) {
    for (int j = 1; j < skeleton.joints(); ++j)
      drawing.line({x(j), area.y}, {x(j), y(skeleton.rows())}, thin);
    for (int row = 1; row < skeleton.rows(); ++row)
      drawing.line({area.x, y(row)}, {x(skeleton.joints()), y(row)}, thin);
  }
  chart::frame(drawing, area);
  for (int j = 0; j < skeleton.joints(); j += every)
    drawing.text({x(j) + 0.5 * wide + 4.5, area.y - 8}, skeleton.joint(j).name, {.upwards = true});
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const int first = skeleton.row(i);
    if (i > 0) drawing.line({area.x, y(first)}, {x(skeleton.joints()), y(first)}, border);
    drawing.text({24, y(first) + 0.5 * high * skeleton.rows(i) + 4.5}, skeleton.effector(i).name);
    for (int row = first; high >= line && row < first + skeleton.rows(i); ++row)
      drawing.text({area.x - 8, y(row) + 0.5 * high + 4.5}, row_name(skeleton, i, row),
                   {.color = chart::dim_ink, .anchor = chart::Anchor::End});
  }
  // These swatches explain the colours.
  double at = 24;
  const double foot = area.y + area.height + 26;
  const std::string most_text = significant(solver.J().cwiseAbs().maxCoeff(), 3);
  for (const double value : {-1., 0., 1.}) {
    const std::string said = value == 0 ? "0" : (value < 0 ? "−" : "") + most_text;
    const chart::Area swatch{at, foot, 12, 12};
    drawing.fill(swatch, rgb(entry_ink(p, p.panel, value)));
    chart::frame(drawing, swatch);
    drawing.text({at + 18, foot + 11}, said);
    at += 18 + chart::text_width(said) + 20;
  }
  drawing.text({at, foot + 11}, named(panel, "unit/rad, by the square root"),
               {.color = chart::dim_ink});
  return drawing;
}

}  // namespace

std::vector<Entry> matrix_entries(const Eigen::MatrixXd& J, int several) {
  std::vector<Entry> entries;
  const double most = std::max(J.cwiseAbs().maxCoeff(), 1e-12);
  const auto columns = static_cast<int>(J.cols());
  for (int j = 0; j < columns; j += several) {
    const int end = std::min(j + several, columns);
    for (int row = 0; row < J.rows(); ++row) {
      int largest = 0;
      J.row(row).segment(j, end - j).cwiseAbs().maxCoeff(&largest);
      entries.push_back({row, j, end, J(row, j + largest) / most});
    }
  }
  return entries;
}

glm::vec4 entry_ink(const view::Palette& palette, const glm::vec4& ground, double value) {
  const auto strength = static_cast<float>(std::sqrt(std::abs(value)));  // shows small values
  return glm::mix(ground, value < 0 ? palette.warning : palette.accent, strength);
}

/// Returns the name of a row of J: "x" for a position, else the number of the goal's row.
std::string row_name(const ik::Skeleton& skeleton, int effector, int row) {
  const ik::Goal& goal = skeleton.effector(effector).goal;
  const int k = row - skeleton.row(effector);
  if (goal.info->rows == 3) return std::string(1, "xyz"[k]);
  return goal.info->rows == 1 ? std::string("n") : std::to_string(k + 1);
}

Figure bars_figure() {
  return {[](const Panel& panel, int) -> std::string {
            return has_step(panel) ? "Singular directions" : "";
          },
          bars_table,
          draw_bars,
          0,
          [](const Panel&, int) -> std::string {
            return "A column for each singular direction of J, the strongest on the left. From top "
                   "to bottom: how far the effectors can move along it (σᵢ), how much of the error "
                   "lies along it, how much of the step is along it. A short bar above a tall one "
                   "in the warning colour: this direction is amplified; if the body shakes, it "
                   "does so along it.";
          },
          "Grey: the error. Warning colour: amplified, and most of the step. Blue: all others.",
          "Units: σ in unit/rad over four decades or linear, the error in unit, the step in rad; "
          "the largest of a row fills it."};
}

Figure gains_figure() {
  return {[](const Panel& panel, int) -> std::string { return has_step(panel) ? "Gains" : ""; },
          gains_table,
          draw_gains,
          0,
          [](const Panel&, int) -> std::string {
            return "The gain: how large a step a method makes along vᵢ for an error of one along "
                   "uᵢ, over σ, both logarithmic. The pseudoinverse's is 1/σ and grows without "
                   "bound; damping bends the curve down. A line for each method chosen above it; "
                   "the bold one is at work. A dot for each direction; the larger, the more of the "
                   "error lies along it. Rings: the same with the other methods.";
          },
          "A line has the colour below its method's name; dots in the warning colour: amplified.",
          "Units: the gain in rad/unit, σ in unit/rad."};
}

Figure matrix_figure() {
  return {[](const Panel& panel, int) -> std::string { return has_step(panel) ? "Matrix J" : ""; },
          matrix_table,
          draw_matrix,
          0,
          [](const Panel&, int) -> std::string {
            return "A row for each coordinate of an effector's goal, a column for each joint: how "
                   "far the effector moves that way when the joint makes a step of one. One colour "
                   "for each sign, stronger for larger entries; where it is empty, this joint does "
                   "not move this effector.";
          },
          "The colours beside + and − are those of the largest entries.",
          "Units: unit/rad for joints that turn, unit/unit for those that slide."};
}

}  // namespace ui
