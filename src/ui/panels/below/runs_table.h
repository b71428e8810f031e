#pragma once
#include <string>
#include <vector>

#include "ui/panel.h"

namespace ui {

/// A run that is in sight, with what a line of the table says.
struct RunRow {
  const sim::Run* run;
  const RecentMetrics* recent;
  std::string label;
};
std::vector<RunRow> run_rows(const Panel& panel);
/// "–" before there is one.
std::string run_number(const Panel& panel, const RunRow& row, const sim::Metric& metric);
/// Returns whether no run's value of the metric is better, and some are worse.
bool is_best(const std::vector<RunRow>& rows, const RunRow& row, const sim::Metric& metric);
bool shakes(const RunRow& row, const sim::Metric& metric);

/// The numbers of several runs, a line each.
void runs_table(const Panel& panel);
Figure runs_figure();

}  // namespace ui
