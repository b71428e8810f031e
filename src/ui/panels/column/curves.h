#pragma once
#include "ui/panel.h"

namespace ui {

/// A plot over time: what it shows of the selected run, and of several runs.
struct PlotInfo {
  std::string_view spot;                ///< its name in lessons
  std::string_view choice;              ///< its name in the options
  const sim::Metric* metric = nullptr;  ///< without it a run has no such plot; null: readings
  std::string title = base::capitalized(metric->title);
  const char* help = "";
  /// A curve for each run, and, without `describe`, for the selected one.
  sim::channel::Channel channel = metric->channel;
  base::ShownUnit (*unit)(const ik::Skeleton& body) = nullptr;
  void (*describe)(const Panel& panel) = nullptr;  ///< adds several curves
  const char* name = "mean over joints";
  glm::vec4 (*ink)(const view::Palette& palette) = nullptr;
  std::string title_of_runs = title;
  const char* help_of_runs = help;
};

/// Returns the plots in their order. The last one shows the readings of the method.
const std::vector<PlotInfo>& plots();
std::vector<std::string_view> plot_names(std::string_view PlotInfo::*name);

/// Returns the data of a plot: of the selected run, or with a curve for each of several. The curves
/// are in state.series. The lowest plot has the labels of time.
PlotData plot_data(const Panel& panel, const PlotInfo& plot, bool lowest);

}  // namespace ui
