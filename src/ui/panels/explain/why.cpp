#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/numbers.h"
#include "ui/chart_painter.h"
#include "ui/format.h"
#include "ui/panels/explain/parts.h"

namespace ui {
namespace {

constexpr double degrees_of_radian = 180 / std::numbers::pi;
// A direction is amplified if its gain is this many times 1/sigma_1, and this much of the step is
// along it.
constexpr double loud = 3, most_of_the_step = 0.4;

/// The panel while it is drawn.
struct Why {
  const Panel& panel;
  const ik::Directions& d = *panel.state.explain.directions;
  const ik::Solver& solver = panel.simulation().run().solver();
  Explain& explain = panel.state.explain;
  const view::Palette& p = *panel.look.palette;
  ImFont* small = panel.look.fonts.small;
  float unit = panel.em();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  int hot = explain.spot.direction;

  void label(ImVec2 at, const std::string& s, const glm::vec4& ink) const {
    list.AddText(small, small->FontSize, {std::round(at.x), std::round(at.y)}, color(ink),
                 s.c_str());
  }
  /// The direction explained: the one under the mouse, or the dominant one of the step.
  int chosen() const { return hot >= 0 && hot < d.size() ? hot : d.dominant(); }
  bool blown_up(int i) const {
    return i < d.rank() && d[i].gain * d[0].sigma > loud &&
           std::abs(d[i].step) > most_of_the_step * solver.dtheta_raw().norm();
  }
  glm::vec4 ink(int i) const { return blown_up(i) ? p.warning : p.accent; }

  glm::vec4 stroke(const ik::MethodInfo& method) const;
  void bars(ImVec2 at, ImVec2 size);
  void one_row(ImVec2 at, ImVec2 size, const char* name, double (*value)(const ik::Direction&),
               bool log, const glm::vec4* one_color);
  void point(int i);
  void gains(ImVec2 at, ImVec2 size);
  void legend(float width);
  void curve(const Axis& x, const Axis& y, ImVec2 a, ImVec2 b, const ik::MethodInfo& method,
             const ik::GainProbe* probe);
};

/// All parts of the panel and the 3D view show the same direction.
void Why::point(int i) {
  explain.next_spot.direction = i;
  // Beside what it is about: at the foot of the column.
  const Rect& column = panel.state.layout.plots;
  ImGui::SetNextWindowPos({column.x + 0.75f * unit, column.y + column.height - 0.75f * unit},
                          ImGuiCond_Always, {0, 1});
  open_tooltip(panel.look);
  const ik::Direction& one = d[i];
  {
    const TextStyle style(panel.look.fonts.strong);
    text("σ" + base::subscript(i + 1) + " = " + significant(one.sigma, 3) + " unit/rad");
  }
  text("e along u" + base::subscript(i + 1) + ": " + significant(one.error, 3) + " unit, " +
       fixed(100 * one.share, 0) + " % of |e|");
  text("gain " + significant(one.gain, 3) + " rad/unit" +
       (d[0].sigma > 0 ? ", " + significant(one.gain * d[0].sigma, 2) + " times 1/σ₁" : ""));
  text("step along v" + base::subscript(i + 1) + ": " +
       significant(degrees_of_radian * one.step, 3) + "°");
  note(panel.look, i < d.rank()
                       ? "Shown in the view: arrows along uᵢ at the effectors, and a ghost of the "
                         "body that swings along vᵢ."
                       : "No joint motion produces it: the effectors cannot move this way.");
  end_tooltip();
}

/// One bar per direction. Linear bars are relative to the largest.
void Why::one_row(ImVec2 at, ImVec2 size, const char* name, double (*value)(const ik::Direction&),
                  bool log, const glm::vec4* one_color) {
  const float left = std::round(3.4f * unit), room = size.x - left;
  const float each = room / static_cast<float>(d.size());
  const int most_of = d.dominant();
  const bool blown = !one_color && most_of >= 0 && blown_up(most_of);
  const float middle = at.y + 0.5f * (size.y - small->FontSize);
  label({at.x, blown ? middle - 0.5f * unit : middle}, name, p.text_dim);
  if (blown)
    label({at.x, middle + 0.55f * unit}, "×" + significant(d[most_of].gain * d[0].sigma, 2),
          p.warning);
  list.AddRectFilled({at.x + left, at.y + size.y - hairline(panel.look)},
                     {at.x + size.x, at.y + size.y}, color(p.border));
  double most = 0;
  for (int i = 0; i < d.size(); ++i) most = std::max(most, std::abs(value(d[i])));
  if (!(most > 0)) return;
  for (int i = 0; i < d.size(); ++i) {
    const double share = std::abs(value(d[i])) / most;
    const double shown = log ? 1 + std::log10(std::max(share, 1e-9)) / 4 : share;  // four decades
    const float x = at.x + left + each * static_cast<float>(i), gap = std::min(0.15f * each, 3.f);
    const float height = static_cast<float>(std::clamp(shown, 0.0, 1.0)) * (size.y - 2);
    if (i == hot) list.AddRectFilled({x, at.y}, {x + each, at.y + size.y}, color(p.hovered));
    list.AddRectFilled({x + gap, at.y + size.y - std::max(height, 1.f)},
                       {x + each - gap, at.y + size.y}, color(one_color ? *one_color : ink(i)));
  }
}

void Why::bars(ImVec2 at, ImVec2 size) {
  const float foot = small->FontSize + 2, each = std::floor((size.y - foot) / 3);
  const float left = std::round(3.4f * unit), step = (size.x - left) / static_cast<float>(d.size());
  const ImVec2 row{size.x, each - std::round(0.25f * unit)};
  const glm::vec4 plain = p.accent;
  one_row(
      at, row, "σᵢ", [](const ik::Direction& i) { return i.sigma; }, true, &plain);
  one_row(
      {at.x, at.y + each}, row, "|uᵢᵀe|", [](const ik::Direction& i) { return i.error; }, false,
      &p.text_dim);
  one_row(
      {at.x, at.y + 2 * each}, row, "|vᵢᵀΔθ|", [](const ik::Direction& i) { return i.step; }, false,
      nullptr);
  const float wide = text_size(small, "00").x + 0.3f * unit;
  const int every = std::max(1, static_cast<int>(std::ceil(wide / step)));
  for (int i = 0; i < d.size(); i += every) {
    const std::string number = std::to_string(i + 1);
    label({at.x + left + step * (static_cast<float>(i) + 0.5f) - 0.5f * text_size(small, number).x,
           at.y + 3 * each - 1},
          number, i == hot ? p.text : p.text_dim);
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("bars", size);
  const float x = ImGui::GetIO().MousePos.x - at.x - left;
  if (ImGui::IsItemHovered() && x >= 0)
    point(std::clamp(static_cast<int>(x / step), 0, d.size() - 1));
}

/// Of a method's curve.
glm::vec4 Why::stroke(const ik::MethodInfo& method) const {
  if (&method == &solver.method()) return p.text;
  int place = 0;
  for (const ik::GainProbe& other : explain.probes) {
    if (&other.method() == &method) break;
    ++place;
  }
  return view::with_alpha(view::series_color(p, place), 0.9f);
}

/// Which methods' gains are drawn; the current method's always is.
void Why::legend(float width) {
  const ik::MethodInfo& at_work = solver.method();
  const float gap = std::round(0.25f * unit), end = ImGui::GetCursorScreenPos().x + width;
  bool first = true;
  for (const ik::GainProbe& probe : explain.probes) {
    const std::string name(probe.method().name);
    const bool on = explain.curves.contains(name) || &probe.method() == &at_work;
    if (!first) ImGui::SameLine(0, gap);
    if (ImGui::GetCursorScreenPos().x + chip_width(panel.look, name.c_str()) > end)
      ImGui::NewLine();
    first = false;
    if (chip(panel.look, name.c_str(), on) && &probe.method() != &at_work) {
      if (on)
        explain.curves.erase(name);
      else
        explain.curves.insert(name);
    }
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (on)
      list.AddRectFilled({low.x, high.y - 0.1f * unit}, {high.x, high.y + 0.06f * unit},
                         color(stroke(probe.method())));
    tooltip(panel.look, std::string(probe.method().title) + ": gain " +
                            std::string(probe.method().gain) +
                            (&probe.method() == &at_work ? ", the current method" : ""));
  }
}

void Why::curve(const Axis& x, const Axis& y, ImVec2 a, ImVec2 b, const ik::MethodInfo& method,
                const ik::GainProbe* probe) {
  const bool at_work = !probe;
  const glm::vec4 line = stroke(method);
  const int i = std::max(chosen(), 0);
  const auto gain = [&](int direction, double sigma) {
    return probe ? probe->gain(direction, sigma) : solver.gain(direction, sigma);
  };
  const auto pixel = [&](double sigma, double value) {
    return ImVec2{a.x + static_cast<float>(x.unit(sigma)) * (b.x - a.x),
                  b.y - static_cast<float>(std::clamp(y.unit(value), -0.2, 1.2)) * (b.y - a.y)};
  };
  constexpr int pieces = 72;
  list.PathClear();
  for (int k = 0; k <= pieces; ++k) {
    const double sigma = x.value(static_cast<double>(k) / pieces), value = gain(i, sigma);
    if (std::isfinite(value) && value > 0) list.PathLineTo(pixel(sigma, value));
  }
  list.PathStroke(color(line), 0, at_work ? std::max(2.f, 0.17f * unit) : std::max(1.f, unit / 11));
  for (int k = 0; k < d.rank(); ++k) {
    const double value = at_work ? std::abs(d[k].gain) : gain(k, d[k].sigma);
    if (!(value > 0) || !x.range.contains(d[k].sigma)) continue;
    const ImVec2 at = pixel(d[k].sigma, value);
    if (!at_work) {
      list.AddCircle(at, 0.16f * unit, color(line), 8, hairline(panel.look));
      continue;
    }
    // The dot's area is the fraction of e along u_k.
    const float radius = unit * (0.16f + 0.5f * std::sqrt(static_cast<float>(d[k].share)));
    list.AddCircleFilled(at, radius, color(ink(k), k == hot ? 1 : 0.8f), 24);
    list.AddCircle(at, radius, color(k == hot ? p.text : p.panel), 24, hairline(panel.look));
  }
}

void Why::gains(ImVec2 at, ImVec2 size) {
  const float left = std::round(3.4f * unit), foot = std::round(1.25f * unit);
  const ImVec2 a{at.x + left, at.y + 0.4f * unit}, b{at.x + size.x, at.y + size.y - foot};
  if (d.rank() == 0 || b.y - a.y < 2 * unit) return;
  const double most = d[0].sigma, least = std::max(d[d.rank() - 1].sigma, 1e-4 * most);
  Axis x{follow(explain.sigma, {0.5 * least, 1.6 * most}, true), true};
  // Above the largest 1/sigma, below the gain of the largest singular value.
  Axis y{follow(explain.gain, {0.25 / most, 2.2 / least}, true), true};
  explain.sigma = x.range;
  explain.gain = y.range;
  const float hair = hairline(panel.look);
  const ChartPainter chart{panel.look, a, b};
  chart.rows({{}, ticks(y, std::max(2, static_cast<int>(chart.height() / (1.8f * unit))))});
  chart.columns({{}, ticks(x, std::max(2, static_cast<int>(chart.width() / (3.4f * unit))))});
  label({b.x - text_size(small, "gain over σ").x, a.y}, "gain over σ", p.text);
  list.PushClipRect(a, b, true);
  for (int k = 0; k < d.rank(); ++k) {  // where the singular values are
    const float column = a.x + static_cast<float>(x.unit(d[k].sigma)) * (b.x - a.x);
    list.AddRectFilled({column, b.y - 0.5f * unit}, {column + hair, b.y},
                       color(k == hot ? p.text : p.text_dim));
  }
  for (const ik::GainProbe& probe : explain.probes)
    if (explain.curves.contains(probe.method().name) && &probe.method() != &solver.method())
      curve(x, y, a, b, probe.method(), &probe);
  curve(x, y, a, b, solver.method(), nullptr);
  list.PopClipRect();

  ImGui::SetCursorScreenPos(a);
  ImGui::InvisibleButton("gains", {std::max(1.f, b.x - a.x), std::max(1.f, b.y - a.y)});
  if (!ImGui::IsItemHovered()) return;
  int nearest = -1;
  float closest = 1.5f * unit;
  for (int k = 0; k < d.rank(); ++k) {
    const float column = a.x + static_cast<float>(x.unit(d[k].sigma)) * (b.x - a.x);
    const float away = std::abs(ImGui::GetIO().MousePos.x - column);
    if (away >= closest) continue;
    closest = away;
    nearest = k;
  }
  if (nearest >= 0) point(nearest);
}

}  // namespace

void why_panel(const Panel& panel, float height) {
  Why why{panel};
  const float unit = panel.em(), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (why.d.rank() == 0) return note(panel.look, "Nothing to show yet: make a step.");
  const bool low = height < 22 * unit;  // on the stage, beside a lesson
  const float above =
      std::round(low ? 0.42f * height : std::clamp(0.42f * height, 10 * unit, 15 * unit));
  why.bars(at, {width, above});
  ImGui::SetCursorScreenPos({at.x, at.y + above + 0.35f * unit});
  why.legend(width);
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float rest = std::max((low ? 5 : 8) * unit, at.y + height - below.y);
  why.gains(below, {width, rest});
  ImGui::SetCursorScreenPos({at.x, below.y + rest});
  ImGui::Dummy({width, 0});
}

}  // namespace ui
