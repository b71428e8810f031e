#include "ui/plots/plot.h"

#include <imgui_internal.h>

#include <cmath>

#include "chart/chart_drawing.h"
#include "ui/kit/format.h"
#include "ui/kit/widgets.h"
#include "ui/plots/drawing_painter.h"
#include "ui/plots/figure.h"

namespace ui {

void PlotTime::begin_frame(double newest_x) {
  if (live) range = {std::max(newest_x, span) - span, std::max(newest_x, span)};
  hover = next_hover;
  next_hover = std::numeric_limits<double>::quiet_NaN();
}

void PlotState::apply(const PlotChoice& choice) {
  reset();
  log = choice.log.value_or(log_by_default);
  hidden = choice.hidden;
}

void PlotState::reset() {
  fit_y();
  hidden.clear();
}

namespace {

/// A plot during a frame: its drawing and interaction. plot() calls its parts.
struct PlotPainter {
  const Look& look;
  const PlotData& data;
  PlotState& state;
  PlotTime& time;
  Rect rect = {};   ///< the area including title and legend
  ImVec2 a{}, b{};  ///< corners of the area of the curves
  Axis x{}, y{};
  ImDrawList& list = *ImGui::GetWindowDrawList();

  float width() const { return b.x - a.x; }
  float height() const { return b.y - a.y; }
  float px(double value) const { return a.x + static_cast<float>(x.to_unit(value)) * width(); }
  float py(double value) const {
    return b.y - static_cast<float>(std::clamp(y.to_unit(value), -8., 9.)) * height();
  }
  double x_of(int64_t step) const { return static_cast<double>(step) * data.x_per_step; }
  bool visible(const Series& series) const { return !state.hidden.contains(series.name); }

  /// Keeps two points per bucket: as many as there are pixels, at most one per step.
  void thin() {
    const double per_pixel = x.range.size() / data.x_per_step / std::max(width(), 1.f);
    const auto bucket = static_cast<int64_t>(per_pixel <= 1 ? 1 : std::ceil(2 * per_pixel));
    ui::thin(data, state, x.range, bucket, state.points);
  }

  void fit_y() {
    y.log = state.log;
    if (!state.y_zoomed) state.y = fit_values(data, state, state.points, state.y);
    y.range = state.y;
  }

  void paint() {
    const int rows = std::max(2, static_cast<int>(height() / (1.7f * em(look)))),
              columns = std::max(2, static_cast<int>(width() / (3.4f * em(look))));
    fill_chart(data, state, x, y, state.points, rows, columns, *look.palette, state.chart);
    ChartPainter painter{look, a, b};
    list.AddRectFilled({a.x - hairline(look), a.y}, {a.x, b.y}, color(look.palette->border));
    chart::draw_grid_rows(painter.drawing, painter.area, state.chart.left,
                          list.GetClipRectMin().x / painter.scale);
    chart::draw_grid_columns(painter.drawing, painter.area, state.chart.below, data.x_labels);
    for (const chart::Curve& curve : state.chart.curves)
      chart::draw_curve(painter.drawing, painter.area, curve);
    painter.show();
    chart::draw_vertical_lines(painter.drawing, painter.area, state.chart);
    for (const Series& series : data.series)
      if (series.reference && visible(series)) name_hidden_bound(series, painter);
    painter.show();
  }

  /// Names a bound that lies above the top of the plot.
  void name_hidden_bound(const Series& series, ChartPainter& painter) const {
    const float* value =
        sample(series, std::min(step_at(data, x.range.hi), series.samples.end - 1));
    if (!value || y.to_unit(*value * series.factor) <= 1) return;
    const std::string s =
        base::format("{} {}{} ↑", series.name, short_number(*value * series.factor, 3), data.unit);
    const double size = painter.drawing.theme.label;
    chart::draw_caption(painter.drawing,
                        {painter.area.x + painter.area.width - 5, painter.area.y + 2 * size}, s,
                        {.color = rgb(series.color), .size = size, .anchor = chart::Anchor::End});
  }

  /// Draws a line at the hovered time in every plot that shares the axis, with the values there.
  void crosshair(bool hovered) {
    if (!std::isfinite(time.hover) || !x.range.contains(time.hover)) return;
    const int64_t step = step_at(data, time.hover);
    const float at = std::round(px(x_of(step)));
    list.AddRectFilled({at, a.y}, {at + hairline(look), b.y}, color(look.palette->text, 0.5f));
    bool any = false;
    for (const Series& series : data.series) {
      const float* value = visible(series) ? sample(series, step) : nullptr;
      if (!value || !std::isfinite(*value)) continue;
      any = true;
      const double u = y.to_unit(*value * series.factor);
      if (u >= 0 && u <= 1)
        list.AddCircleFilled({at, py(*value * series.factor)}, 0.2f * em(look), color(series.color),
                             12);
    }
    if (!hovered || !any) return;
    const Tooltip tip = open_readout(look, rect, a.y);
    read_values(step);
  }

  void read_values(int64_t step) {
    const view::Palette& p = *look.palette;
    const float unit = em(look), line = 1.25f * unit;
    ImFont *small = look.fonts.small, *body = look.fonts.body;
    {
      const TextStyle style(small, p.text_dim);
      text(base::format("{} {}   step {}", fixed(x_of(step), 2), data.x_unit, step));
      for (const PlotMark& mark : data.marks)
        if (std::abs(px(x_of(mark.step)) - px(x_of(step))) < 4) text("│ " + mark.text);
    }
    float names = 0;
    for (const Series& series : data.series)
      names = std::max(names, text_size(body, series.name).x);
    const float right = unit + names + 5 * unit;
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    ImDrawList& tip = *ImGui::GetWindowDrawList();
    float top = origin.y;
    for (const Series& series : data.series) {
      if (!visible(series)) continue;
      const float* value = sample(series, step);
      const std::string s = value ? significant(*value * series.factor, 3) : "–";
      draw_mark(data.marked() ? std::max(series.mark, 0) : 0,
                {origin.x + 0.3f * unit, top + 0.5f * unit}, 0.25f * unit, series.color, tip);
      draw_text(body, {origin.x + unit, top}, p.text, series.name);
      draw_text(body, {origin.x + right - text_size(body, s).x, top}, p.text, s);
      draw_text(small, {origin.x + right + 0.25f * unit, top + unit - small->FontSize - 1},
                p.text_dim, series.own_unit ? std::string() : data.unit);
      top += line;
    }
    ImGui::Dummy({right + 0.3f * unit + text_size(small, data.unit).x, top - origin.y});
  }

  /// Draws the title's line and returns where it ends.
  float title(ImVec2 at, float room) {
    const view::Palette& p = *look.palette;
    const float unit = em(look);
    ImFont *strong = look.fonts.strong, *small = look.fonts.small;
    draw_text(strong, at, p.text, data.title);
    const float end = text_size(strong, data.title).x + 0.4f * unit;
    draw_text(small, {at.x + end, at.y + unit - small->FontSize - 1}, p.text_dim, data.unit);

    const float top = at.y + centred(unit, ImGui::GetFrameHeight());
    const float help = std::round(1.15f * unit);
    ImGui::SetCursorScreenPos({at.x + room - help, top});
    if (const Tooltip tip = begin_help(look, "help", rect)) {
      text(strong, data.title);
      text(data.help);
      note(
          look,
          "Click a legend entry to show or hide its curve. Wheel: zoom time; over the axis or with "
          "Ctrl: zoom values. Drag: pan. Double click: fit and follow. Right click: more options.");
    }
    const float log = at.x + room - help - 0.3f * unit - chip_width(look, "log");
    ImGui::SetCursorScreenPos({log, top});
    if (chip(look, "log", state.log)) state.toggle_log();
    tooltip(look,
            state.log ? "Logarithmic axis; click for linear" : "Linear axis; click for logarithmic",
            rect);
    return end + text_size(small, data.unit).x;
  }

  void legend_entry(const Series& series, ImVec2 at, ImVec2 size, bool compact) {
    const view::Palette& p = *look.palette;
    const float unit = em(look);
    ImFont* small = look.fonts.small;
    ImGui::SetCursorScreenPos(at);
    const IdScope scope(series.name);
    if (ImGui::InvisibleButton("entry", size) && !state.hidden.erase(series.name))
      state.hidden.insert(series.name);
    add_tab_stop(look);
    const bool on = visible(series), hovered = ImGui::IsItemHovered();
    const float middle = std::round(at.y + 0.5f * unit);
    const float half = std::max(1.f, std::round((compact ? 0.16f : 0.1f) * unit));
    const float swatch = compact ? 2 * half : 0.64f * unit;
    list.AddRectFilled({at.x, middle - half}, {at.x + swatch, middle + half},
                       color(series.color, on ? 1 : 0.3f), half);
    if (data.marked() && series.mark >= 0)
      draw_mark(series.mark, {at.x + 0.5f * swatch, middle}, (compact ? 0.22f : 0.26f) * unit,
                color(series.color, on ? 1 : 0.3f), list);
    const float left = at.x + swatch + 0.22f * unit;
    draw_text(small, {left, at.y + 0.5f * (unit - small->FontSize)},
              color(hovered ? p.text : p.text_dim, on ? 1 : 0.45f), series.name);
    if (!on) list.AddLine({left, middle}, {at.x + size.x, middle}, color(p.text_dim, 0.5f));
  }

  /// Draws title, legend, log and help. Returns its height.
  float head(ImVec2 at, float room) {
    const float unit = em(look), line = std::round(1.35f * unit);
    const float title_end = title(at, room), button = ImGui::GetFrameHeight();
    // The button is in the title's line, or at the end of the next one if it does not fit.
    float right = room - chip_width(look, "log") - 1.7f * unit;
    const bool beside = title_end + unit + button <= right;
    ImGui::SetCursorScreenPos(
        {at.x + (beside ? right : room) - button,
         at.y + centred(unit, ImGui::GetFrameHeight()) + (beside ? 0 : line)});
    if (const auto kind = export_button(look)) state.requested_file = kind;
    if (!data.legend) return beside ? line : 2 * line;
    const auto entry_width = [&](const Series& series, bool compact) {
      return text_size(look.fonts.small, series.name).x + (compact ? 0.55f : 0.9f) * unit;
    };
    const auto total = [&](bool compact, float gap) {
      float sum = 0;
      for (const Series& series : data.series) sum += entry_width(series, compact) + gap;
      return sum;
    };
    float gap = 0.7f * unit, left = title_end + gap, top = 0;
    right -= button + 0.5f * unit;
    bool compact = false;
    if (!beside || left + total(false, gap) > right) {  // the legend gets its own lines
      left = 0;
      top = line;
      right = beside ? room : room - button - 0.5f * unit;
      compact = total(false, gap) > room + gap;
      if (compact) gap = 0.3f * unit;
    }
    for (const Series& series : data.series) {
      const float wide = entry_width(series, compact);
      if (left > 0 && top > 0 && left + wide > right) {
        left = 0;
        top += line;
        right = room;
      }
      legend_entry(series, {at.x + left, at.y + top}, {wide, line}, compact);
      left += wide + gap;
    }
    return top + line;
  }

  void wheel(float along_x, float along_y) {
    const ImGuiIO& io = ImGui::GetIO();
    const double factor = std::pow(0.85, io.MouseWheel);
    if (io.KeyCtrl || io.MousePos.x < a.x) {
      y.zoom(along_y, factor);
      state.y = y.range;
      state.y_zoomed = true;
      return;
    }
    Axis zoomed = x;
    zoomed.zoom(along_x, factor);
    const double steps = zoomed.range.size() / data.x_per_step;
    if (steps >= 3 && steps < 1e7) time.range = zoomed.range;
    time.live = false;
  }

  /// Handles the mouse over the area of the curves, which is the last item.
  void interact() {
    const ImGuiIO& io = ImGui::GetIO();
    const float along_x = (io.MousePos.x - a.x) / width();
    if (ImGui::IsItemHovered()) {
      ImGui::SetItemUsingMouseWheel();
      if (io.MouseWheel != 0) wheel(along_x, (b.y - io.MousePos.y) / height());
      if (io.MousePos.x >= a.x) time.next_hover = x.value(along_x);
      if (ImGui::IsMouseDoubleClicked(0)) {
        time.live = true;
        state.fit_y();
      }
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 3)) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
      if (io.MouseDelta.x != 0) {
        time.live = false;
        Axis panned{time.range, false};
        panned.pan(-io.MouseDelta.x / width());
        time.range = panned.range;
      }
      if (state.y_zoomed && io.MouseDelta.y != 0) {
        y.pan(io.MouseDelta.y / height());
        state.y = y.range;
      }
    }
    const StyleVar spacing(ImGuiStyleVar_ItemSpacing, {0.9f * em(look), 0.45f * em(look)});
    if (ImGui::BeginPopupContextItem("menu")) {
      menu();
      ImGui::EndPopup();
    }
    x.range = time.range;
  }

  void menu() {
    if (ImGui::MenuItem("Follow the newest data", "double click", time.live)) time.live = true;
    if (ImGui::MenuItem("Fit the values", nullptr, !state.y_zoomed)) state.fit_y();
    if (ImGui::MenuItem("Logarithmic", nullptr, state.log)) state.toggle_log();
    ImGui::Separator();
    for (const FileKindInfo& one : file_kinds)
      if (ImGui::MenuItem((std::string("Save as ") + one.label).c_str()))
        state.requested_file = one.kind;
    ImGui::Separator();
    if (ImGui::MenuItem("Show all curves")) state.hidden.clear();
    if (ImGui::MenuItem("Hide all curves"))
      for (const Series& series : data.series) state.hidden.insert(series.name);
  }
};

}  // namespace

void plot(const Look& look, const PlotData& data, PlotState& state, PlotTime& time, ImVec2 size) {
  const float unit = em(look);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const IdScope scope(data.title);
  PlotPainter painter{look, data, state, time, {at.x, at.y, size.x, size.y}};
  const float head = painter.head(at, size.x);
  const float gutter = std::round(2.9f * unit);
  const float foot = data.x_labels ? std::round(1.2f * unit) : 0;
  painter.a = {at.x + gutter, std::round(at.y + head)};
  painter.b = {at.x + size.x, at.y + size.y - foot};
  if (painter.width() >= 2 * unit && painter.height() >= unit) {
    painter.x = {time.range, false};
    painter.y = {state.y.valid() ? state.y : Range{0, 1}, state.log};
    ImGui::SetCursorScreenPos({at.x, painter.a.y});
    if (ImGui::InvisibleButton("plot", {size.x, painter.height()}) && pressed_by_key())
      open_popup("menu", {painter.a.x + unit, painter.a.y + unit});
    add_tab_stop(look);
    const bool hovered = ImGui::IsItemHovered();
    painter.interact();
    painter.thin();
    painter.fit_y();
    painter.paint();
    painter.crosshair(hovered);
  }
  occupy(at, size);
}

}  // namespace ui
