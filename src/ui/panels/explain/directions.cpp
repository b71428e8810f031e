// Describes the singular directions, for the window and for figures.

#include <algorithm>
#include <cmath>

#include "ik/methods/method.h"
#include "ui/kit/format.h"
#include "ui/panels/explain/parts.h"
#include "ui/plots/drawing_painter.h"

namespace ui {
namespace {

constexpr int bar_decades = 4;  // of singular values on a logarithmic scale

// A direction is amplified if its gain is `loud` times 1/sigma_1 and at least this fraction of the
// step is along it.
constexpr double loud = 3, large_part = 0.4;

bool amplified(const ik::Directions& d, int i) {
  return i < d.rank() && d[i].gain * d[0].sigma > loud &&
         std::abs(d[i].step) > std::max(large_part * d.step(), visible_step);
}

glm::vec4 step_ink(const Panel& panel, int i) {
  return amplified(*panel.state.explain.directions, i) ? panel.palette.warning
                                                       : panel.palette.accent;
}

/// Returns the heights of bars. Linear bars are relative to the largest, or to `most` if that is
/// larger; logarithmic ones span bar_decades below it.
std::vector<double> heights(const ik::Directions& d, double ik::Direction::*value, double most,
                            bool log = false) {
  std::vector<double> all;
  for (int i = 0; i < d.size(); ++i) most = std::max(most, std::abs(d[i].*value));
  for (int i = 0; i < d.size(); ++i) {
    const double share = most > 0 ? std::abs(d[i].*value) / most : 0;
    all.push_back(
        std::clamp(log ? 1 + std::log10(std::max(share, 1e-9)) / bar_decades : share, 0., 1.));
  }
  return all;
}

/// Adds the gain of a method and the directions' points on its curve. Without a probe, the method
/// is the current one.
void add_gain(const Panel& panel, GainChart& gains, const ik::GainProbe* probe) {
  const ik::Directions& d = *panel.state.explain.directions;
  const ik::MethodInfo& method = probe ? probe->method() : panel.method();
  const auto gain = [&](int direction, double sigma) {
    return probe ? probe->gain(direction, sigma) : panel.solver().gain(direction, sigma);
  };
  const auto point_at = [&](double sigma, double value) {
    return chart::Point{gains.x.to_unit(sigma), gains.y.to_unit(value)};
  };
  chart::Curve& curve = gains.chart.curves.emplace_back();
  curve.name = method.name;
  curve.color = rgb(curve_ink(panel, method));
  curve.bold = !probe;
  constexpr int pieces = 72;
  const int chosen = chosen_direction(panel);
  const bool rests = panel.solver().e().norm() < visible_error * panel.skeleton().scale();
  for (int k = 0; k <= pieces; ++k) {
    const double sigma = gains.x.value(static_cast<double>(k) / pieces);
    const double value = gain(chosen, sigma);
    if (!std::isfinite(value) || !(value > 0)) continue;
    curve.points.push_back(point_at(sigma, value));
    curve.points.back().y = std::clamp(curve.points.back().y, -0.2, 1.2);
  }
  for (int k = 0; k < d.size(); ++k) {
    chart::Point at = point_at(d[k].sigma, probe ? gain(k, d[k].sigma) : std::abs(d[k].gain));
    if (probe) {
      gains.chart.dots.push_back({at, 2.5, curve.color, true});
      continue;
    }
    // The dot's area is the fraction of e along u_k. What no axis reaches is at its edge.
    at = {std::clamp(at.x, 0., 1.), std::isfinite(at.y) ? std::clamp(at.y, 0., 1.) : 0};
    gains.chart.dots.push_back({at, 2.5 + (rests ? 0 : 8 * std::sqrt(d[k].share)),
                                rgb(step_ink(panel, k)), false,
                                panel.state.explain.spot.direction == k});
  }
}

}  // namespace

void update_directions(const Panel& panel) {
  Explain& explain = panel.state.explain;
  const auto& skeleton = panel.simulation().scene().skeleton;
  if (explain.skeleton != skeleton) {
    explain.skeleton = skeleton;
    explain.read.reset();
    explain.directions.emplace(*skeleton);
    explain.probes.clear();
    for (const ik::MethodInfo* method : ik::methods())
      if (!method->gain.empty() && method->suits(*skeleton))
        explain.probes.emplace_back(*method, skeleton);
    explain.sigma = explain.gain = {};
    if (explain.curves.empty()) explain.curves = {"pinv", "dls", "sdls"};
  }
  explain.directions->update(panel.solver());
  RecentMetricsOfRuns& recent = panel.state.recent;
  recent.follow(*panel.context.session, ImGui::GetTime());
  if (!explain.read || explain.read_at != recent.update_time) explain.read = *explain.directions;
  explain.read_at = recent.update_time;
  for (ik::GainProbe& probe : explain.probes)
    if (explain.curves.contains(probe.method().name)) probe.update(panel.solver());
}

int chosen_direction(const Panel& panel) {
  const Explain& explain = panel.state.explain;
  const ik::Directions& d = *explain.directions;
  int chosen = explain.spot.direction;
  if (chosen >= 0 && chosen < d.size()) return chosen;
  chosen = 0;
  for (int i = 1; i < d.size(); ++i)
    if (d[i].share > d[chosen].share) chosen = i;
  return chosen;
}

std::array<Bars, 3> direction_bars(const Panel& panel) {
  const ik::Directions& d = *panel.state.explain.directions;
  const auto count = static_cast<size_t>(d.size());
  const bool log = panel.state.explain.log;
  const double scale = panel.skeleton().scale();
  std::array<Bars, 3> rows{
      Bars{.name = "σᵢ",
           .heights = heights(d, &ik::Direction::sigma, 0, log),
           .inks = std::vector(count, panel.palette.accent),
           .scale = log ? "4 decades" : "linear",
           .meaning = "The singular values of J: how far the effectors move along uᵢ when the "
                      "joints make a step of length one along vᵢ. A low bar: they hardly move.",
           .of_sigma = true,
           .decades = log ? bar_decades : 0},
      Bars{.name = "|uᵢᵀe|",
           .heights = heights(d, &ik::Direction::error, visible_error * scale),
           .inks = std::vector(count, panel.palette.text_dim),
           .meaning = "The error e, split: how much of it lies along each direction uᵢ. The "
                      "largest bar is as high as the row."},
      Bars{.name = "|vᵢᵀΔθ|",
           .heights = heights(d, &ik::Direction::step, visible_step),
           .meaning = "The step Δθ, split: error times gain along each vᵢ. A bar in the warning "
                      "colour is a direction that is amplified and makes a large part of the step: "
                      "if the body shakes, it shakes along it."}};
  for (int i = 0; i < d.size(); ++i) rows[2].inks.push_back(step_ink(panel, i));
  const ik::Directions& read = *panel.state.explain.read;
  const int most = read.dominant();
  rows[2].note_ink = rgb(panel.palette.warning);
  if (most >= 0 && amplified(read, most))
    rows[2].note = "×" + significant(read[most].gain * read[0].sigma, 2);
  else if (most < 0 || std::abs(read[most].step) < visible_step)
    rows[2].scale = "at rest";
  return rows;
}

void draw_bars(chart::Drawing& drawing, const chart::Area& area, std::span<const Bars> rows,
               int hot) {
  const auto count = static_cast<int>(rows[0].heights.size());
  const double step = area.width / count, each = area.height / static_cast<double>(rows.size());
  const double space = std::min(0.15 * step, 3.);
  const chart::Font caption{.color = drawing.theme.text, .anchor = chart::Anchor::End};
  double y = area.y;
  for (const Bars& bars : rows) {
    const chart::Area row{area.x, y, area.width, each - bar_gap};
    for (int k = 1; k < bars.decades; ++k) {
      const double decade = static_cast<double>(k) / bars.decades;
      drawing.line(row({0, decade}), row({1, decade}), {.color = drawing.theme.grid});
    }
    for (int i = 0; i < count; ++i) {
      const auto k = static_cast<size_t>(i);
      const double high = std::max(1., bars.heights[k] * (row.height - 2));
      drawing.fill({row.x + step * i + space, row.y + row.height - high, step - 2 * space, high},
                   rgb(bars.inks[k]));
    }
    drawing.line(row({0, 0}), row({1, 0}), {.color = drawing.theme.frame});
    const double middle = row.y + 0.5 * row.height + 4.5;
    const std::string& note = bars.note;
    const std::string below = note.empty() ? bars.scale : note;
    drawing.text({area.x - 7, below.empty() ? middle : middle - 8}, bars.name, caption);
    chart::Font second = caption;
    if (!note.empty()) second.color = bars.note_ink;
    drawing.text({area.x - 7, middle + 9}, below, second);
    y += each;
  }
  const int every = std::max(1, static_cast<int>(std::ceil(20 / step)));
  for (int i = 0; i < count; i += every)
    drawing.text({area.x + step * (i + 0.5), y + 13}, std::to_string(i + 1),
                 {.color = i == hot ? drawing.theme.strong : drawing.theme.text,
                  .anchor = chart::Anchor::Middle});
}

glm::vec4 curve_ink(const Panel& panel, const ik::MethodInfo& method) {
  if (&method == &panel.method()) return panel.palette.text;
  const auto& probes = panel.state.explain.probes;
  const auto found =
      std::ranges::find(probes, &method, [](const ik::GainProbe& one) { return &one.method(); });
  return view::with_alpha(
      view::series_color(panel.palette, static_cast<int>(found - probes.begin())), 0.9f);
}

std::vector<const ik::GainProbe*> compared_gains(const Panel& panel) {
  std::vector<const ik::GainProbe*> probes;
  for (const ik::GainProbe& probe : panel.state.explain.probes)
    if (panel.state.explain.curves.contains(probe.method().name) &&
        &probe.method() != &panel.method())
      probes.push_back(&probe);
  return probes;
}

GainChart gain_chart(const Panel& panel) {
  Explain& explain = panel.state.explain;
  const ik::Directions& d = *explain.directions;
  const double most = d[0].sigma, least = std::max(d[d.rank() - 1].sigma, 1e-4 * most);
  // The range of gains reaches from below that of the largest singular value to above the largest
  // 1/sigma.
  explain.sigma = follow_range(explain.sigma, {0.5 * least, 1.6 * most}, true);
  explain.gain = follow_range(explain.gain, {0.25 / most, 2.2 / least}, true);
  GainChart gains{{explain.sigma, true}, {explain.gain, true}, {}};
  for (const ik::GainProbe* probe : compared_gains(panel)) add_gain(panel, gains, probe);
  add_gain(panel, gains, nullptr);
  return gains;
}

}  // namespace ui
