#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "chart/chart_drawing.h"
#include "ik/methods/parts/common.h"
#include "ui/describe.h"
#include "ui/kit/format.h"
#include "ui/panels/below/clamps.h"
#include "ui/panels/below/runs_table.h"
#include "ui/plots/drawing_painter.h"
#include "view/pictures/scene_picture.h"

namespace ui {
namespace {

/// Returns a column's caption, such as "Oscillation mrad/step²".
std::string caption(const sim::Metric& metric, const ik::Skeleton& body, bool units = true) {
  std::string text = base::capitalized(metric.heading);
  if (!units) return text;
  const std::string_view unit = metric.unit_for(body).name;
  if (&metric == &sim::oscillation_metric() || (metric.is_length() && unit != metric.unit))
    text.append(" ").append(unit);
  return text;
}
std::string number(const sim::Metric& metric, double value, const ik::Skeleton& body) {
  const bool with_unit = metric.unit == "%" || metric.unit == "µs";
  return with_unit ? metric.text(value) : metric.number(value, body);
}

std::string clamps_caption() {
  return subscript(ik::common::dmax().symbol) + ", " +
         subscript(ik::common::max_angle_deg().symbol);
}

bool is_clamped_share(const sim::Metric& metric) {
  return metric.value == &sim::MetricValues::clamped_share;
}

/// Returns the clamped share with the clamp or limit that acts more often, such as "62 % γ_max".
std::string clamped_text(const sim::Metric& metric, const RecentMetrics& recent,
                         const ik::Skeleton& body) {
  const RecentMetrics::HeldBack& held = recent.held_back;
  std::string text = number(metric, recent.values.clamped_share, body);
  if (std::max(held.by_step_clamp, held.by_limits) <= 0) return text;
  return text + " " +
         (held.by_step_clamp < held.by_limits ? "limit"
                                              : subscript(ik::common::max_angle_deg().symbol));
}

void held_back_tooltip(const sim::Run& run, const RecentMetrics& recent) {
  const RecentMetrics::HeldBack& held = recent.held_back;
  bool any = false;
  const auto line = [&](const base::Parameter& parameter, double share, const char* what) {
    if (share <= 0) return;
    const std::string value = parameter.is_toggle()
                                  ? std::string()
                                  : " " + value_text(parameter, run.settings()[parameter]);
    text(base::format("{}{} {} in {} of the steps", subscript(parameter.symbol), value, what,
                      percent(share)));
    any = true;
  };
  line(ik::common::max_angle_deg(), held.by_step_clamp, "shortened the step");
  line(ik::common::limits(), held.by_limits, "stopped a joint");
  line(ik::common::dmax(), held.by_dmax, "shortened an error");
  if (!any) text("No clamp or limit acted in the last 5 seconds.");
}

/// The state of the table while its lines are drawn.
struct Table {
  const Panel& panel;
  std::vector<RunRow> rows{};
  const std::vector<const sim::Metric*>& metrics = recent_metrics(panel.simulation());
  const view::Palette& p = panel.palette;
  const Fonts& fonts = panel.fonts;
  const ik::Skeleton& body = panel.skeleton();
  float unit = panel.em();
  ImVec2 at = ImGui::GetCursorScreenPos();
  float width = ImGui::GetContentRegionAvail().x, line = 0;
  float clamps = 0;            // where each run's clamps are; 0: they do not fit
  bool bare = false;           // clamps without symbols, which are their caption
  std::vector<float> right{};  // right edge of each column that fits
  bool units = true;           // whether captions include units
  ImDrawList& list = *ImGui::GetWindowDrawList();

  float middle(float size) const { return at.y + centred(line, size); }
  void find_columns();
  void head();
  void row(const RunRow& row);
  void nearest_line();
  void nearest_tooltip() const;
};

void Table::find_columns() {
  const auto needed = [&](const sim::Metric& metric) {
    const float values = is_clamped_share(metric) ? 5.6f * unit : 3.4f * unit;
    return std::max(text_size(fonts.small, caption(metric, body, units)).x, values) + 0.7f * unit;
  };
  const auto needed_by = [&](size_t count) {
    float sum = 0;
    for (size_t i = 0; i < std::min(count, metrics.size()); ++i) sum += needed(*metrics[i]);
    return sum;
  };
  const auto has_room_for_units = [&] {  // rather another number than units
    units = true;
    return needed_by(3) + 0.4f * width < width;
  };
  float names = 4 * unit;
  for (const RunRow& row : rows)
    names = std::max(names, text_size(fonts.body, row.label).x + 2 * unit);
  // The first columns take precedence over clamps, or over their symbols.
  for (const auto& [columns, without] : std::initializer_list<std::pair<size_t, bool>>{
           {3, false}, {3, true}, {2, false}, {2, true}}) {
    units = has_room_for_units() && !without;
    float used = without ? text_size(fonts.small, clamps_caption()).x : 0;
    for (const RunRow& row : rows)
      used = std::max(used, text_size(fonts.small, clamps_of(*row.run, without)).x);
    used += 0.8f * unit;
    if (names + used + needed_by(columns) >= width) continue;
    clamps = at.x + names;
    bare = without;
    names += used;
    break;
  }
  if (clamps == 0) units = has_room_for_units();
  const float first_two = needed_by(2);
  const float head = chip_width(panel.look, comparison_text(panel.simulation())) + 0.8f * unit;
  names = std::max(0.3f * width, std::min(std::max(names, head), width - first_two));
  std::vector<float> widths;
  for (const sim::Metric* metric : metrics) widths.push_back(needed(*metric));
  right = column_edges(widths, at.x + names, at.x + width);
}

void Table::head() {
  const float first = right.empty()
                          ? at.x + width
                          : right[0] - text_size(fonts.small, caption(*metrics[0], body)).x;
  ImGui::SetCursorScreenPos({at.x, middle(ImGui::GetFrameHeight())});
  choose_clamps(panel, (bare ? clamps : first) - at.x - 0.5f * unit);
  if (bare)
    draw_text(fonts.small, {clamps, middle(fonts.small->FontSize)}, p.text_dim, clamps_caption());
  for (size_t i = 0; i < right.size(); ++i) {
    const sim::Metric& metric = *metrics[i];
    const std::string text = caption(metric, body, units);
    const float wide = text_size(fonts.small, text).x;
    click_area(text, {right[i] - wide, at.y}, {wide, line});
    tooltip(panel.look, recent_explanation(metric));
    draw_text(fonts.small, {right[i] - wide, middle(fonts.small->FontSize)}, p.text_dim, text);
  }
  at.y += line;
}

void Table::row(const RunRow& row) {
  const bool selected = row.run == &panel.run();
  ImGui::SetCursorScreenPos({at.x - 0.4f * unit, at.y});
  const IdScope scope(row.run->serial);
  if (list_line(panel.look, "row", {width + 0.4f * unit, line}, selected, 0.4f * unit))
    panel.context.request(sim::SelectRun{row.run->serial});
  draw_mark(row.run->slot, {at.x + 0.4f * unit, at.y + 0.5f * line}, 0.36f * unit,
            view::run_color(p, row.run->slot));
  const float left = at.x + 1.2f * unit;
  const float end = clamps > 0 ? clamps : right.empty() ? at.x + width : right[0] - 3 * unit;
  draw_text(fonts.body, {left, middle(unit)}, p.text, shortened(fonts.body, row.label, end - left));
  if (clamps > 0)
    draw_text(fonts.small, {clamps, middle(fonts.small->FontSize)}, p.text_dim,
              clamps_of(*row.run, bare));
  else if (ImGui::IsMouseHoveringRect(at, {end, at.y + line}))
    tooltip(panel.look, row.label + ": " + clamps_of(*row.run));
  const bool none = panel.timeline().history(row.run->serial).size() == 0;
  for (size_t i = 0; i < right.size(); ++i) {
    const sim::Metric& metric = *metrics[i];
    const std::string text = !none && is_clamped_share(metric)
                                 ? clamped_text(metric, *row.recent, body)
                                 : metric_text(panel, row, metric);
    const bool marked = !none && is_best(rows, row, metric);
    if (is_clamped_share(metric) &&
        ImGui::IsMouseHoveringRect({i > 0 ? right[i - 1] : left, at.y}, {right[i], at.y + line}))
      if (const Tooltip tip = begin_tooltip(panel.look)) held_back_tooltip(*row.run, *row.recent);
    draw_number(panel.look, marked ? fonts.strong : fonts.body, {right[i], middle(unit)}, text,
                marked, shakes(row, metric));
  }
  at.y += line;
}

/// Draws a line that names the run nearest to each effector's target.
void Table::nearest_line() {
  fill({at.x, at.y + 0.1f * unit}, {width, hairline(panel.look)}, p.border, 0);
  click_area("nearest", at, {width - ImGui::GetFrameHeight() - unit, line});
  if (const Tooltip tip = begin_tooltip(panel.look)) nearest_tooltip();
  ImFont* small = fonts.small;
  const float y = middle(small->FontSize) + 0.1f * unit;
  const ik::Skeleton& skeleton = panel.skeleton();
  const auto wide = [&](int i) {
    return text_size(small, skeleton.effector(i).name).x + 0.9f * unit;
  };
  const float end = at.x + width - ImGui::GetFrameHeight() - unit;
  float space = 0.8f * unit;
  const char* caption = "Last 5 s, nearest to target";
  float all = text_size(small, caption).x + unit;
  for (int i = 0; i < skeleton.effectors(); ++i) all += wide(i) + space;
  if (at.x + all - space > end) {
    caption = "Nearest";
    space = 0.4f * unit;
  }
  float x = at.x + text_size(small, caption).x + unit;
  if (x < end + unit) draw_text(small, {at.x, y}, p.text_dim, caption);
  std::vector<RecentMetrics> seen;
  for (const RunRow& row : rows) seen.push_back(*row.recent);
  for (int i = 0; i < skeleton.effectors() && !rows.empty(); ++i) {
    const int after = skeleton.effectors() - i - 1;
    if (x + wide(i) + (after > 0 ? 2 * unit : 0) > end) {
      const std::string more = "+" + std::to_string(after + 1);
      draw_text(small, {x, y}, p.text_dim, more);
      break;
    }
    const int best = nearest_run(seen, static_cast<size_t>(i));
    const glm::vec4 own =
        best < 0 ? p.text_dim : view::run_color(p, rows[static_cast<size_t>(best)].run->slot);
    const ImVec2 dot{x + 0.3f * unit, at.y + 0.55f * line};
    if (best < 0)
      list.AddCircle(dot, 0.28f * unit, color(own), 16, hairline(panel.look));
    else
      draw_mark(rows[static_cast<size_t>(best)].run->slot, dot, 0.32f * unit, own);
    draw_text(small, {x + 0.85f * unit, y}, p.text, skeleton.effector(i).name);
    x += wide(i) + space;
  }
  ImGui::SetCursorScreenPos({end + unit, at.y + centred(line, ImGui::GetFrameHeight())});
  if (const auto kind = export_button(panel.look)) export_figure(panel, runs_figure(), *kind);
  at.y += line;
}

void Table::nearest_tooltip() const {
  text(
      "The run with the smallest mean error of each effector over the last 5 seconds. A ring marks "
      "a tie.");
  const ik::Skeleton& skeleton = panel.skeleton();
  const int most = std::max(1, 16 / static_cast<int>(rows.size()));  // lines
  for (int i = 0; i < std::min(skeleton.effectors(), most); ++i) {
    note(panel.look, skeleton.effector(i).name);
    for (const RunRow& row : rows)
      if (!row.recent->effectors.empty())
        note(panel.look,
             base::format(
                 "    {}  {}", row.label,
                 sim::error_text(skeleton, i, row.recent->effectors[static_cast<size_t>(i)])));
  }
}

// These make the table a figure.
std::string runs_csv(const Panel& panel, int) {
  const auto& metrics = recent_metrics(panel.simulation());
  std::string csv = "run,clamps" + csv_cells(metrics, &sim::Metric::key) + "\n";
  for (const RunRow& row : run_rows(panel)) {
    const auto number = [&](const sim::Metric* one) {
      return csv_cell(row.recent->values.*one->value);
    };
    csv += base::format("{},{}{}\n", csv_cell(row.label), csv_cell(clamps_of(*row.run)),
                        csv_cells(metrics, number));
  }
  return csv;
}

/// Draws the table as books do, with three lines; the best of each column is bold.
chart::Drawing draw_runs(const Panel& panel, int) {
  constexpr double edge = 24, line = 26, gap = 24, head = 72;
  const std::vector<RunRow> rows = run_rows(panel);
  const ik::Skeleton& body = panel.skeleton();
  const chart::Font words{}, dim{.color = chart::dim_ink},
      heading{.color = chart::dim_ink, .anchor = chart::Anchor::End};
  chart::Drawing drawing;
  double clamps = edge + 16, x = clamps;
  for (const RunRow& row : rows)
    clamps = std::max(clamps, edge + 16 + gap + chart::text_width(row.label));
  for (const RunRow& row : rows) x = std::max(x, clamps + chart::text_width(clamps_of(*row.run)));
  const auto y = [](size_t row) { return head + line * static_cast<double>(row + 1); };
  for (size_t i = 0; i < rows.size(); ++i) {
    chart::draw_marker(drawing, {edge + 5, y(i) - 4.5}, rows[i].run->slot,
                       rgb(view::run_color(panel.palette, rows[i].run->slot)));
    drawing.text({edge + 16, y(i)}, rows[i].label, words);
    drawing.text({clamps, y(i)}, clamps_of(*rows[i].run), dim);
  }
  for (const sim::Metric* metric : recent_metrics(panel.simulation())) {
    x += gap + std::max(60., chart::text_width(caption(*metric, body)));
    drawing.text({x, head}, caption(*metric, body), heading);
    for (size_t i = 0; i < rows.size(); ++i)
      drawing.text({x, y(i)}, number(*metric, rows[i].recent->values.*metric->value, body),
                   {.bold = is_best(rows, rows[i], *metric), .anchor = chart::Anchor::End});
  }
  drawing.width = x + edge;
  drawing.height = y(rows.size());
  drawing.text({edge, 30}, panel.scene_name(), {.size = 16, .bold = true});
  drawing.text({x, 30}, comparison_text(panel.simulation()), heading);
  drawing.text({edge, head}, "Last 5 s", dim);
  for (const auto& [at, width] :
       {std::pair(head - 20, 1.6), {head + 9, 0.8}, {y(rows.size()) - 16, 1.6}})
    drawing.line({edge, at}, {x, at}, {.width = width});
  return drawing;
}

}  // namespace

std::vector<RunRow> run_rows(const Panel& panel) {
  const sim::Simulation& simulation = panel.simulation();
  std::vector<RunRow> rows;
  for (const sim::Run& run : simulation.runs()) {
    const RecentMetrics& recent = panel.state.recent.of(run.serial);
    if (view::is_visible(simulation, run) && recent.run_serial >= 0)
      rows.push_back({&run, &recent, run_label(simulation, run)});
  }
  return rows;
}

std::string metric_text(const Panel& panel, const RunRow& row, const sim::Metric& metric) {
  return panel.timeline().history(row.run->serial).size() == 0
             ? "–"
             : number(metric, row.recent->values.*metric.value, panel.skeleton());
}

bool is_best(const std::vector<RunRow>& rows, const RunRow& row, const sim::Metric& metric) {
  const double here = row.recent->values.*metric.value;
  bool others = false;
  for (const RunRow& other : rows) {
    const double there = other.recent->values.*metric.value;
    if (metric.better(there, here)) return false;
    others = others || metric.better(here, there);
  }
  return others;
}

bool shakes(const RunRow& row, const sim::Metric& metric) {
  return &metric == &sim::oscillation_metric() && row.recent->values.*metric.value > sim::shaking;
}

std::vector<float> column_edges(const std::vector<float>& widths, float left, float end) {
  float sum = left;
  size_t count = 0;
  while (count < widths.size() && sum + widths[count] <= end) sum += widths[count++];
  std::vector<float> edges;
  for (size_t i = 0; i < count; ++i)
    edges.push_back(left += widths[i] + (end - sum) / static_cast<float>(count));
  return edges;
}

void draw_number(const Look& look, ImFont* font, ImVec2 at, const std::string& text, bool best,
                 bool shakes) {
  const float unit = em(look), sign = warning_width(look);
  const ImVec2 size = text_size(font, text);
  const float left = at.x - size.x, pad = 0.35f * unit;
  if (best)
    fill({left - pad, at.y - 0.1f * unit}, {size.x + 2 * pad, size.y + 0.2f * unit},
         color(look.palette->accent, 0.22f));
  draw_text(font, {left, at.y}, shakes ? look.palette->warning : look.palette->text, text);
  if (shakes)
    draw_warning_sign(look,
                      {left - sign - (best ? pad : 0.15f * unit), at.y + centred(size.y, sign)});
}

Figure runs_figure() {
  const auto several = [](const Panel& panel) { return panel.simulation().runs().size() > 1; };
  return {while_there(several, "Runs"), runs_csv, draw_runs, 0,
          always("One line for each run, with its numbers over the last 5 s; the best in each "
                 "column is marked, unless runs tie.")};
}

void runs_table(const Panel& panel) {
  Table table{panel, run_rows(panel)};
  const int lines = panel.state.layout.number_rows;
  table.line =
      std::floor(ImGui::GetContentRegionAvail().y / static_cast<float>(std::max(lines, 1)));
  table.find_columns();
  if (lines > 1) table.head();
  const int room = std::max(1, lines - 1);
  const auto count = static_cast<int>(table.rows.size());
  for (int i = 0; i < std::min(count, room); ++i) table.row(table.rows[static_cast<size_t>(i)]);
  if (count > 0 && room > count) table.nearest_line();
}

}  // namespace ui
