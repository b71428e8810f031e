#include "ui/plot.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/widgets.h"

namespace ui {
namespace {

struct Box {
  ImVec2 a, b;
  float width() const { return b.x - a.x; }
  float height() const { return b.y - a.y; }
};

/// One plot while it is drawn.
struct Painter {
  const Look& look;
  const PlotData& data;
  PlotState& state;
  PlotTime& time;
  Box box{};  // of the curves
  Axis x{}, y{};
  ImDrawList& list = *ImGui::GetWindowDrawList();

  float px(double value) const { return box.a.x + static_cast<float>(x.unit(value)) * box.width(); }
  float py(double value) const {
    return box.b.y - static_cast<float>(std::clamp(y.unit(value), -8., 9.)) * box.height();
  }
  bool visible(const Series& series) const { return !state.hidden.contains(series.name); }

  float legend(ImVec2 at, float width);
  void fit_y();
  void interact();
  void menu();
  void grid();
  void marks();
  void curve(const Series& series);
  void stroke(const glm::vec4& ink, float thickness);
  void reference_above(const Series& series);
  void readout(bool hovered);
};

int64_t step_at(const PlotData& data, double x) {
  return std::llround(std::clamp(x / data.x_per_step, -1e15, 1e15));
}

const float* sample(const Series& series, int64_t step) {
  if (step < series.samples.first || step >= series.samples.end) return nullptr;
  const auto run = series.samples.from(step);
  return run.empty() ? nullptr : run.data();
}

/// Title and legend in as many lines as they need; returns their height.
float Painter::legend(ImVec2 at, float width) {
  const view::Palette& p = *look.palette;
  const float unit = em(look), line = std::round(1.35f * unit), gap = 0.7f * unit;
  ImFont* small = look.fonts.small;

  list.AddText(look.fonts.strong, look.fonts.strong->FontSize, at, color(p.text), data.title);
  float x_at = text_size(look.fonts.strong, data.title).x + 0.4f * unit;
  list.AddText(small, small->FontSize, {at.x + x_at, at.y + unit - small->FontSize - 1},
               color(p.text_dim), data.unit);
  x_at += text_size(small, data.unit).x;
  const float help = std::round(1.15f * unit);
  const float log_width = chip_width(look, "log");
  const float right = width - log_width - help - 0.3f * unit;
  float swatch_line = 0;

  ImGui::SetCursorScreenPos({at.x + width - help, at.y - 0.25f * unit});
  if (begin_help(look, "help")) {
    {
      const TextStyle style(look.fonts.strong);
      text(data.title);
    }
    text(data.help);
    note(look,
         "Click a legend entry to switch its curve. Wheel: zoom; over the axis or with Ctrl: zoom "
         "the values. Drag: pan. Double click: fit and follow. Right click: more.");
    end_tooltip();
  }
  ImGui::SetCursorScreenPos({at.x + right, at.y - 0.25f * unit});
  if (chip(look, "log", state.log)) {
    state.log = !state.log;
    state.y_held = false;
  }
  tooltip(look, state.log ? "Logarithmic values: click for linear ones"
                          : "Linear values: click for logarithmic ones");

  float entries = 0;
  for (const Series& series : data.series)
    entries += text_size(small, series.name).x + 0.9f * unit + gap;
  float row = 0, limit = right - 0.4f * unit;
  x_at += gap;
  if (x_at + entries > limit) {  // the legend has lines of its own
    row = line;
    x_at = 0;
    limit = width;
  }
  for (const Series& series : data.series) {
    const float entry = text_size(small, series.name).x + 0.9f * unit;
    if (x_at > 0 && x_at + entry > limit) {
      x_at = 0;
      row += line;
    }
    const ImVec2 corner{at.x + x_at, at.y + row};
    ImGui::SetCursorScreenPos(corner);
    ImGui::PushID(series.name.c_str());
    if (ImGui::InvisibleButton("entry", {entry, line}) && !state.hidden.erase(series.name))
      state.hidden.insert(series.name);
    const bool on = visible(series), hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    const float y_mid = std::round(corner.y + 0.5f * unit);
    const float swatch = 0.32f * unit;
    const float half = std::max(1.f, std::round(0.1f * unit));
    list.AddRectFilled({corner.x, y_mid - half}, {corner.x + 2 * swatch, y_mid + half},
                       color(series.color, on ? 1 : 0.3f), half);
    const glm::vec4& ink = hovered ? p.text : p.text_dim;
    list.AddText(small, small->FontSize,
                 {corner.x + 0.85f * unit, corner.y + 0.5f * (unit - small->FontSize)},
                 color(ink, on ? 1 : 0.45f), series.name.c_str());
    if (!on) {
      list.AddLine({corner.x + 0.85f * unit, y_mid}, {corner.x + entry, y_mid},
                   color(p.text_dim, 0.5f));
    }
    x_at += entry + gap;
    swatch_line = row;
  }
  return (data.series.empty() ? 0 : swatch_line) + line;
}

void Painter::fit_y() {
  const int64_t first = step_at(data, x.range.lo) - 1, end = step_at(data, x.range.hi) + 2;
  Extent shown, bounds;
  for (const Series& series : data.series) {
    if (!visible(series)) continue;
    Extent one;
    one.add(series.samples, first, end, state.log);
    if (!one.any) continue;
    one.range = {one.range.lo * series.factor, one.range.hi * series.factor};
    Extent& all = series.reference ? bounds : shown;
    all.range =
        all.any ? Range{std::min(all.range.lo, one.range.lo), std::max(all.range.hi, one.range.hi)}
                : one.range;
    all.any = true;
  }
  const double near = state.log ? 30 : 2.5;  // a bound this far from the curves is still shown
  if (bounds.any && (!shown.any || bounds.range.hi < near * shown.range.hi)) {
    shown.range = shown.any ? Range{std::min(shown.range.lo, bounds.range.lo),
                                    std::max(shown.range.hi, bounds.range.hi)}
                            : bounds.range;
    shown.any = true;
  }
  const Range wanted = fit(shown.any ? shown.range : Range{}, state.log);
  if (!state.y_held) state.y = follow(state.y, wanted, state.log);
  y = {state.y, state.log};
}

void Painter::interact() {
  const ImGuiIO& io = ImGui::GetIO();
  const bool hovered = ImGui::IsItemHovered();
  const auto along = [&](float at) { return (at - box.a.x) / box.width(); };
  if (hovered) {
    ImGui::SetItemUsingMouseWheel();
    if (io.MouseWheel != 0) {
      const double factor = std::pow(0.85, io.MouseWheel);
      if (io.KeyCtrl || io.MousePos.x < box.a.x) {
        y.zoom((box.b.y - io.MousePos.y) / box.height(), factor);
        state.y = y.range;
        state.y_held = true;
      } else {
        Axis zoomed = x;
        zoomed.zoom(along(io.MousePos.x), factor);
        if (zoomed.range.size() >= 3 * data.x_per_step && zoomed.range.size() < 1e6 * time.span)
          time.range = zoomed.range;
        time.live = false;
      }
    }
    if (io.MousePos.x >= box.a.x) time.next_hover = x.value(along(io.MousePos.x));
    if (ImGui::IsMouseDoubleClicked(0)) {
      time.live = true;
      state.y_held = false;
      state.y = {};
    }
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 3)) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (io.MouseDelta.x != 0) {
      time.live = false;
      Axis panned{time.range, false};
      panned.pan(-io.MouseDelta.x / box.width());
      time.range = panned.range;
    }
    if (state.y_held && io.MouseDelta.y != 0) {
      y.pan(io.MouseDelta.y / box.height());
      state.y = y.range;
    }
  }
  if (ImGui::BeginPopupContextItem("menu")) {
    menu();
    ImGui::EndPopup();
  }
  x.range = time.range;
}

void Painter::menu() {
  if (ImGui::MenuItem("Follow the newest", "double click", time.live)) time.live = true;
  if (ImGui::MenuItem("Fit the values", nullptr, !state.y_held)) {
    state.y_held = false;
    state.y = {};
  }
  if (ImGui::MenuItem("Logarithmic", nullptr, state.log)) {
    state.log = !state.log;
    state.y_held = false;
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Show all curves")) state.hidden.clear();
  if (ImGui::MenuItem("Hide all curves"))
    for (const Series& series : data.series) state.hidden.insert(series.name);
}

void Painter::grid() {
  const view::Palette& p = *look.palette;
  const float unit = em(look);
  ImFont* small = look.fonts.small;
  list.AddRectFilled(box.a, box.b, color(p.window), ImGui::GetStyle().FrameRounding);
  const auto label = [&](ImVec2 at, const std::string& s) {
    list.AddText(small, small->FontSize, at, color(p.text_dim), s.c_str());
  };
  const Ticks ys = ticks(y, std::max(2, static_cast<int>(box.height() / (1.7f * unit))));
  for (double at : ys.at) {
    const float row = std::round(py(at)) + 0.5f;
    list.AddLine({box.a.x, row}, {box.b.x, row}, color(p.border, at == 0 ? 1 : 0.6f));
    const std::string s = tick_text(at, ys.step);
    const ImVec2 size = text_size(small, s);
    const float top =
        std::clamp(row - 0.5f * size.y, box.a.y - 0.3f * size.y, box.b.y - 0.7f * size.y);
    label({box.a.x - size.x - 0.35f * unit, top}, s);
  }
  const Ticks xs = ticks(x, std::max(2, static_cast<int>(box.width() / (4.5f * unit))));
  for (double at : xs.at) {
    const float column = std::round(px(at)) + 0.5f;
    list.AddLine({column, box.a.y}, {column, box.b.y}, color(p.border, 0.6f));
    if (!data.x_labels) continue;
    const std::string s = tick_text(at, xs.step) + " " + data.x_unit;
    const float half = 0.5f * text_size(small, s).x;
    if (column + half < box.b.x + 0.4f * unit && column - half > box.a.x - 2 * unit)
      label({column - half, box.b.y + 0.15f * unit}, s);
  }
}

void Painter::marks() {
  const view::Palette& p = *look.palette;
  const float unit = em(look);
  ImFont* small = look.fonts.small;
  float free_left = box.b.x, last = box.b.x + 100;  // labels never overlap; the newest go first
  for (auto mark = data.marks.rbegin(); mark != data.marks.rend(); ++mark) {
    const float at = std::round(px(static_cast<double>(mark->step) * data.x_per_step)) + 0.5f;
    if (at < box.a.x || at > box.b.x || last - at < 3) continue;
    last = at;
    const float dash = std::max(2.f, std::round(0.2f * unit));
    for (float top = box.a.y; top < box.b.y; top += 2 * dash)
      list.AddLine({at, top}, {at, std::min(top + dash, box.b.y)}, color(p.text_dim, 0.8f));
    const float width = text_size(small, mark->text).x + 0.5f * unit;
    const float left = at + width <= free_left ? at : at - width;
    if (left + width > free_left || left < box.a.x) continue;
    list.AddRectFilled({left, box.a.y}, {left + width, box.a.y + small->FontSize},
                       color(p.window, 0.8f));
    list.AddText(small, small->FontSize, {left + 0.25f * unit, box.a.y}, color(p.text_dim),
                 mark->text.c_str());
    free_left = left;
  }
}

void Painter::stroke(const glm::vec4& ink, float thickness) {
  if (state.line.size() == 1) {
    list.AddCircleFilled(state.line[0], thickness, color(ink), 8);
  } else if (!state.line.empty()) {
    list.AddPolyline(state.line.data(), static_cast<int>(state.line.size()), color(ink), 0,
                     thickness);
  }
  state.line.clear();
}

void Painter::curve(const Series& series) {
  const double steps = x.range.size() / data.x_per_step;
  const auto bucket = static_cast<int64_t>(std::ceil(steps / std::max(box.width(), 1.f)));
  const int64_t first = step_at(data, x.range.lo) - bucket - 1;
  const int64_t end = step_at(data, x.range.hi) + bucket + 2;
  decimate(series.samples, first, end, bucket, state.points);
  const float thickness = std::max(1.f, std::round((series.bold ? 0.14f : 0.09f) * em(look)));
  const double dash = 0.4 * em(look) / box.width() * steps;  // in steps
  state.line.clear();
  for (const Point& point : state.points) {
    const double value = point.value * series.factor;
    const bool skip = series.reference && std::fmod(point.step / dash, 2) >= 1;
    if (skip || !std::isfinite(point.value) || (state.log && !(value > 0))) {
      stroke(series.color, thickness);
      continue;
    }
    state.line.push_back({px(point.step * data.x_per_step), py(value)});
  }
  stroke(series.color, thickness);
  if (series.reference) reference_above(series);
}

/// A bound that is off the top of the plot is said instead of drawn.
void Painter::reference_above(const Series& series) {
  const float* value = sample(series, std::min(step_at(data, x.range.hi), series.samples.end - 1));
  if (!value || y.unit(*value * series.factor) <= 1) return;
  const std::string s =
      series.name + " " + significant(*value * series.factor, 3) + data.unit + " ↑";
  ImFont* small = look.fonts.small;
  const ImVec2 extent = text_size(small, s);
  const ImVec2 at{box.b.x - extent.x - 0.3f * em(look), box.b.y - extent.y - 0.2f * em(look)};
  list.AddText(small, small->FontSize, at, color(look.palette->text_dim), s.c_str());
}

/// Crosshair in every plot of this time axis; values where the mouse is.
void Painter::readout(bool hovered) {
  if (!std::isfinite(time.hover) || !x.range.contains(time.hover)) return;
  const view::Palette& p = *look.palette;
  const int64_t step = step_at(data, time.hover);
  const float at = std::round(px(static_cast<double>(step) * data.x_per_step)) + 0.5f;
  list.AddLine({at, box.a.y}, {at, box.b.y}, color(p.text, 0.5f));
  for (const Series& series : data.series) {
    const float* value = visible(series) ? sample(series, step) : nullptr;
    if (!value || !std::isfinite(*value)) continue;
    const double u = y.unit(*value * series.factor);
    if (u >= 0 && u <= 1)
      list.AddCircleFilled({at, py(*value * series.factor)}, 0.2f * em(look), color(series.color),
                           12);
  }
  if (!hovered || !begin_tooltip(look)) return;
  {
    const TextStyle style(look.fonts.small, p.text_dim);
    text(fixed(static_cast<double>(step) * data.x_per_step, 2) + " " + data.x_unit + "   step " +
         std::to_string(step));
    for (const PlotMark& mark : data.marks)
      if (std::abs(px(static_cast<double>(mark.step) * data.x_per_step) - at) < 4)
        text("│ " + mark.text);
  }
  const float unit = em(look);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  float name_width = 0, row = 0;
  for (const Series& series : data.series)
    name_width = std::max(name_width, text_size(look.fonts.body, series.name).x);
  const float value_right = 1.0f * unit + name_width + 5 * unit;
  ImDrawList& tip = *ImGui::GetWindowDrawList();
  for (const Series& series : data.series) {
    if (!visible(series)) continue;
    const float* value = sample(series, step);
    const float top = origin.y + row * 1.25f * unit;
    tip.AddCircleFilled({origin.x + 0.3f * unit, top + 0.5f * unit}, 0.25f * unit,
                        color(series.color), 12);
    tip.AddText({origin.x + unit, top}, color(p.text), series.name.c_str());
    const std::string s = value ? significant(*value * series.factor, 3) : "–";
    tip.AddText({origin.x + value_right - text_size(look.fonts.body, s).x, top}, color(p.text),
                s.c_str());
    ImFont* small = look.fonts.small;
    tip.AddText(small, small->FontSize,
                {origin.x + value_right + 0.25f * unit, top + unit - small->FontSize - 1},
                color(p.text_dim), data.unit);
    ++row;
  }
  ImGui::Dummy(
      {value_right + 0.3f * unit + text_size(look.fonts.small, data.unit).x, row * 1.25f * unit});
  end_tooltip();
}

}  // namespace

void PlotTime::begin_frame(double newest_x) {
  if (live) range = {std::max(newest_x, span) - span, std::max(newest_x, span)};
  hover = next_hover;
  next_hover = std::numeric_limits<double>::quiet_NaN();
}

void plot(const Look& look, const PlotData& data, PlotState& state, PlotTime& time, ImVec2 size) {
  const float unit = em(look);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(data.title);
  ImGui::BeginGroup();
  Painter painter{look, data, state, time};
  const float head = painter.legend(at, size.x);
  const float gutter = std::round(2.9f * unit);
  const float foot = data.x_labels ? std::round(1.2f * unit) : 0;
  painter.box = {{at.x + gutter, std::round(at.y + head)}, {at.x + size.x, at.y + size.y - foot}};
  if (painter.box.width() >= 2 * unit && painter.box.height() >= unit) {
    painter.x = {time.range, false};
    ImGui::SetCursorScreenPos({at.x, painter.box.a.y});
    ImGui::InvisibleButton("plot", {size.x, painter.box.height()},
                           ImGuiButtonFlags_MouseButtonLeft);
    const bool hovered = ImGui::IsItemHovered();
    painter.y = {state.y.valid() ? state.y : Range{0, 1}, state.log};
    painter.interact();
    painter.fit_y();
    painter.grid();
    painter.list.PushClipRect(painter.box.a, painter.box.b, true);
    painter.marks();
    for (const Series& series : data.series)
      if (painter.visible(series)) painter.curve(series);
    painter.list.PopClipRect();
    painter.readout(hovered);
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(size);
  ImGui::EndGroup();
  ImGui::PopID();
}

}  // namespace ui
