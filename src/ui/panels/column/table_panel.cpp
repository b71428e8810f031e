#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/panels/below/clamps.h"
#include "ui/panels/below/runs_table.h"

namespace ui {
namespace {

/// The table of runs, to be read from afar: each run has its name and, below it, its numbers. It
/// shows as many metrics as fit, the most important first.
struct LargeTable {
  const Panel& panel;
  std::vector<RunRow> rows = run_rows(panel);
  const std::vector<const sim::Metric*>& metrics = recent_metrics(panel.simulation());
  const view::Palette& p = panel.palette;
  const Fonts& fonts = panel.fonts;
  float unit = panel.em();
  ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  ImFont *names = fonts.title, *figures = fonts.large;
  float clamps = std::max(1.8f * unit, panel.look.fingers ? ImGui::GetFrameHeight() : 0);
  float line = 0;
  std::vector<float> right{};  ///< right edge of each column

  std::string_view unit_of(const sim::Metric& metric) const {
    return metric.unit_for(panel.skeleton()).name;
  }
  void find_sizes();
  void head();
  void row(const RunRow& row);
};

void LargeTable::find_sizes() {
  const float head = (rows.size() > 1 ? clamps : 0) + 2.6f * unit;
  line =
      std::min((room.y - head) / static_cast<float>(std::max<size_t>(rows.size(), 1)), 5.2f * unit);
  if (line < 4.2f * unit) figures = fonts.title;
  if (line < names->FontSize + figures->FontSize) names = figures = fonts.strong;
  line = std::max(line, names->FontSize + figures->FontSize + 0.5f * unit);  // otherwise it scrolls
  const float least = text_size(figures, "00.000").x, gap = 0.9f * unit;
  std::vector<float> widths;
  for (const sim::Metric* metric : metrics) {
    float one = std::max({least, text_size(fonts.small, base::capitalized(metric->heading)).x,
                          text_size(fonts.small, unit_of(*metric)).x});
    for (const RunRow& row : rows) {
      const float sign = shakes(row, *metric) ? warning_width(panel.look) + 0.2f * unit : 0;
      one = std::max(one, text_size(figures, metric_text(panel, row, *metric)).x + sign);
    }
    widths.push_back(one + gap);
  }
  right = column_edges(widths, at.x - 0.3f * unit,
                       at.x + std::max(room.x - 0.3f * unit, widths.front()));
}

void LargeTable::head() {
  ImFont* small = fonts.small;
  if (rows.size() > 1) {
    choose_clamps(panel, room.x);
    at.y += clamps;
  }
  draw_text(small, at, p.text_dim, "5 s");
  float left = at.x;
  for (size_t i = 0; i < right.size(); left = right[i++]) {
    const sim::Metric& metric = *metrics[i];
    float y = at.y;
    for (const std::string& caption :
         {base::capitalized(metric.heading), std::string(unit_of(metric))}) {
      const std::string fits = shortened(small, caption, right[i] - left);
      draw_text(small, {right[i] - text_size(small, fits).x, y}, p.text_dim, fits);
      y += 1.15f * small->FontSize;
    }
    click_area(metric.key, {left, at.y}, {right[i] - left, y - at.y});
    tooltip(panel.look, recent_explanation(metric));
  }
  at.y += 2.6f * unit;
}

void LargeTable::row(const RunRow& row) {
  const bool selected = row.run == &panel.run();
  const float pad = 0.3f * unit;
  ImGui::SetCursorScreenPos({at.x - pad, at.y});
  const IdScope scope(row.run->serial);
  if (list_line(panel.look, "row", {room.x + pad, line - 0.2f * unit}, selected))
    panel.context.request(sim::SelectRun{row.run->serial});
  ImFont* name = names;
  const float high = name->FontSize + figures->FontSize + 0.2f * unit;
  const float top = at.y + std::max(0.f, std::round(0.45f * (line - high)));
  draw_mark(row.run->slot, {at.x + 0.55f * unit, top + 0.5f * name->FontSize}, 0.5f * unit,
            view::run_color(p, row.run->slot));
  const std::string label = shortened(name, row.label, room.x - 1.6f * unit);
  draw_text(name, {at.x + 1.5f * unit, top}, p.text, label);
  const std::string own = clamps_of(*row.run);
  const float wide = text_size(fonts.body, own).x;
  if (rows.size() > 1 && 2.5f * unit + text_size(name, label).x + wide < room.x)
    draw_text(fonts.body, {right.back() - wide, top + 0.5f * (name->FontSize - unit)}, p.text_dim,
              own);
  const float below = top + name->FontSize + 0.2f * unit;
  for (size_t i = 0; i < right.size(); ++i) {
    const sim::Metric& metric = *metrics[i];
    const std::string number = metric_text(panel, row, metric);
    // The large font has only digits and Latin letters.
    const bool plain = number.find_first_not_of("0123456789.-+e %–") == number.npos;
    ImFont* font = plain || figures == fonts.strong ? figures : fonts.title;
    draw_number(panel.look, font, {right[i], below}, number, is_best(rows, row, metric),
                shakes(row, metric));
  }
  at.y += line;
}

void invite(const Panel& panel) {
  ImGui::Dummy({0, 0.3f * panel.em()});
  note(panel.look, "Add runs to compare; the best value in each column is marked.");
  const std::string words = panel.with_key("Compare methods 1 to 4", Action::CompareMethods);
  if (button(panel.look,
             shortened(panel.fonts.body, words, ImGui::GetContentRegionAvail().x - panel.em())))
    panel.perform(Action::CompareMethods);
}

void table_panel(const Panel& panel) {
  panel.state.recent.follow(*panel.context.session, ImGui::GetTime());
  if (panel.simulation().runs().size() == 1) invite(panel);
  LargeTable table{panel};
  table.find_sizes();
  table.head();
  for (const RunRow& row : table.rows) table.row(row);
}

}  // namespace

void declare_table_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "table",
              .title = "Table",
              .rank = 330,
              .draw = table_panel,
              .explanation = "a large table of the runs, with their numbers over the last 5 s",
              .key = {'N', false, true},
              .key_help = "table of runs",
              .instead_of = &Layout::numbers});
}

}  // namespace ui
