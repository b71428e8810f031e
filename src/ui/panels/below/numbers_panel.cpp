#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/panels/below/runs_table.h"

namespace ui {
namespace {

struct Cell {
  std::string caption, heading, number, unit;
  bool warning;
  std::string explanation;
};

/// Returns the caption with the unit, for when the unit does not fit beside the number.
std::string caption_with_unit(const Cell& cell, ImFont* font, float room) {
  for (const std::string& caption :
       {cell.caption + " · " + cell.unit, cell.heading + " " + cell.unit})
    if (text_size(font, caption).x <= room) return caption;
  return cell.caption;  // the tooltip shows the unit
}

void draw_cell(const Panel& panel, const Cell& cell, ImVec2 at, ImVec2 size) {
  const view::Palette& p = panel.palette;
  const Fonts& fonts = panel.fonts;
  const float unit = panel.em();
  click_area(cell.caption, at, size);
  tooltip(panel.look, cell.explanation);
  const glm::vec4& ink = cell.warning ? p.warning : p.text;
  const float sign = cell.warning ? warning_width(panel.look) : 0;
  const auto fits = [&](std::string_view number, float mark) {
    return text_size(fonts.large, number).x + 0.25f * unit + mark +
               text_size(fonts.body, cell.unit).x <=
           size.x;
  };
  const bool beside = fits("0.000", warning_width(panel.look)) && fits(cell.number, sign);
  const std::string caption = beside || cell.unit.empty()
                                  ? cell.caption
                                  : caption_with_unit(cell, fonts.small, size.x + 0.6f * unit);
  draw_text(fonts.small, at, p.text_dim, caption);
  const ImVec2 number_at{at.x, at.y + std::round(1.05f * unit)};
  draw_text(fonts.large, number_at, ink, cell.number);
  float right = number_at.x + text_size(fonts.large, cell.number).x + 0.25f * unit;
  if (cell.warning) {
    draw_warning_sign(panel.look, {right, number_at.y + std::round(0.1f * fonts.large->FontSize)});
    right += warning_width(panel.look);
  }
  if (!beside) return;
  draw_text(fonts.body, {right, number_at.y + 0.8f * fonts.large->FontSize - 0.8f * unit},
            cell.warning ? p.warning : p.text_dim, cell.unit);
}

void numbers_panel(const Panel& panel) {
  panel.state.recent.follow(*panel.context.session, ImGui::GetTime());
  if (panel.simulation().runs().size() > 1) return runs_table(panel);
  const RecentMetrics& recent = panel.state.recent.of(panel.run().serial);
  const sim::MetricValues& values = recent.values;
  const bool none = panel.history().size() == 0;
  constexpr double many_clamped = 0.2;
  std::vector<Cell> cells;
  for (const sim::Metric* metric : recent_metrics(panel.simulation())) {
    const double value = values.*metric->value;
    const bool warning =
        (metric == &sim::oscillation_metric() && value > sim::shaking) ||
        (metric->value == &sim::MetricValues::clamped_share && value > many_clamped);
    std::string explanation = recent_explanation(*metric, false);
    if (metric->value == &sim::MetricValues::step_ns_median)
      explanation +=
          base::format(" In this window, between frames that evict the processor's caches: {} {}.",
                       metric->number(recent.between_frames_ns), metric->unit);
    // The smallest is named as in the plot of all singular values: σ₁₂.
    const bool sigma = metric->value == &sim::MetricValues::sigma_min;
    const std::string smallest = "σ" + base::subscript(panel.solver().rank());
    const std::string_view unit = metric->unit_for(panel.skeleton()).name;
    const bool unnamed = metric->is_length() && unit == metric->unit;  // the scene's
    cells.push_back({sigma ? "Smallest: " + smallest : recent_heading(*metric),
                     sigma ? smallest : base::capitalized(metric->heading),
                     none ? "–" : metric->number(value, panel.skeleton()),
                     unnamed ? "" : std::string(unit), warning, std::move(explanation)});
  }

  const int columns = panel.state.layout.number_columns;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const int rows = panel.state.layout.number_rows;
  const ImVec2 size{std::floor(room.x / static_cast<float>(columns)),
                    std::floor(room.y / static_cast<float>(rows))};
  for (int i = 0; i < std::min(static_cast<int>(cells.size()), rows * columns); ++i) {
    const ImVec2 at{origin.x + size.x * static_cast<float>(i % columns),
                    origin.y + size.y * static_cast<float>(i / columns)};
    draw_cell(panel, cells[static_cast<size_t>(i)], at,
              {std::max(size.x - panel.em(), 1.f), std::max(size.y, 1.f)});
  }
}

}  // namespace

void declare_numbers_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "numbers",
              .title = "Numbers",
              .rank = 220,
              .draw = numbers_panel,
              .figures = {runs_figure()},
              .explanation = "Shows the large numbers below the body.",
              .key = {'N'},
              .key_help = "numbers",
              .area = &Layout::numbers,
              .wanted = &LayoutRequest::numbers,
              .presented = true});
}

}  // namespace ui
