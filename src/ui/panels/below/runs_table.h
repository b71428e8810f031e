#pragma once
#include "ui/panel.h"

namespace ui {

/// A visible run, with what its line of the table needs.
struct RunRow {
  const sim::Run* run;
  const RecentMetrics* recent;
  std::string label;
};
std::vector<RunRow> run_rows(const Panel& panel);
/// Returns the text of a metric, "–" before there is a value.
std::string metric_text(const Panel& panel, const RunRow& row, const sim::Metric& metric);
/// Returns whether no run's value of the metric is better, and some are worse.
bool is_best(const std::vector<RunRow>& rows, const RunRow& row, const sim::Metric& metric);
bool shakes(const RunRow& row, const sim::Metric& metric);
/// Returns the right edges of the columns that fit; they share the space that is left.
std::vector<float> column_edges(const std::vector<float>& widths, float left, float end);
/// Draws a number that ends at `at`, its upper right corner: on the accent's tint if it is the
/// best, with a sign if the run shakes.
void draw_number(const Look& look, ImFont* font, ImVec2 at, const std::string& text, bool best,
                 bool shakes);

/// Draws the metrics of several runs, one line each.
void runs_table(const Panel& panel);
Figure runs_figure();

}  // namespace ui
