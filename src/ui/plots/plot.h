#pragma once
#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "chart/chart.h"
#include "ui/kit/theme.h"
#include "ui/plots/plot_math.h"
#include "ui/requests.h"

namespace ui {

/// A curve over equal steps of x.
struct Series {
  std::string name;
  glm::vec4 color;
  Samples samples;
  double factor = 1;       ///< converts the samples' unit to the plot's
  bool reference = false;  ///< a bound: dashed, and not necessarily in the range
  bool bold = false;
  bool own_unit = false;                    ///< its name includes its unit, which is not the plot's
  std::optional<Samples> oscillation = {};  ///< its run's: a band marks shaking
  bool is_oscillation = false;              ///< it is that itself
  int mark = -1;  ///< chart::marker_shape(), drawn if there are several curves
};

/// A vertical line at a step.
struct PlotMark {
  int64_t step;
  std::string text;
};

/// The contents of a plot in this frame.
struct PlotData {
  std::string title = {}, unit = {}, help = {};  ///< unit: of y
  std::span<const Series> series = {};
  std::span<const PlotMark> marks = {};
  double x_per_step = 1;  ///< x = step * x_per_step
  double least = 0;       ///< y: smaller values are rounding errors; the axis shows more
  const char* x_unit = "s";
  bool x_labels = true;
  bool legend = true;

  /// Returns whether curves have marks: one alone needs none.
  bool marked() const {
    return std::ranges::count_if(series, [](const Series& one) { return one.mark >= 0; }) > 1;
  }
};

/// The x axis, shared by all plots.
struct PlotTime {
  bool live = true;  ///< follows the newest data; else `range` stays
  double span = 10;  ///< range of x while live
  Range range{0, 10};
  double hover = std::numeric_limits<double>::quiet_NaN();  ///< x under the mouse, last frame
  double next_hover = hover;

  /// Begins a frame, before the plots.
  void begin_frame(double newest_x);
};

/// The axis and the curves that a user has chosen for a plot.
struct PlotChoice {
  std::optional<bool> log = {};                    ///< whether y is logarithmic, if not the default
  std::set<std::string, std::less<>> hidden = {};  ///< hidden curves
  bool operator==(const PlotChoice&) const = default;
};

/// The user's changes to one plot.
struct PlotState {
  bool log = false;  ///< whether y is logarithmic
  bool log_by_default = false;
  bool y_zoomed = false;  ///< zoomed by the user; else y fits the curves shown
  Range y;
  std::set<std::string, std::less<>> hidden;  ///< curves switched off in the legend
  std::vector<std::vector<Point>> points;     ///< working memory for each curve
  chart::Chart chart;                         ///< the chart as last drawn
  std::optional<FileKind> requested_file;     ///< kind of file to save

  PlotChoice choice() const {
    return {log == log_by_default ? std::nullopt : std::optional(log), hidden};
  }
  void apply(const PlotChoice& choice);
  void reset();  ///< shows all curves and fits y to them; the scale stays
  void fit_y() {
    y_zoomed = false;
    y = {};
  }
  void toggle_log() {
    log = !log;
    y_zoomed = false;
  }
};

/// Returns the step nearest to a value of x.
int64_t step_at(const PlotData& data, double x);

/// Returns the sample of a series at a step, or nullptr.
const float* sample(const Series& series, int64_t step);

/// Thins the visible curves to two points per bucket, with a bucket beyond each end.
void thin(const PlotData& data, const PlotState& state, Range x, int64_t bucket,
          std::vector<std::vector<Point>>& points);

/// Returns the range of the values shown, near `current`; a bound far from them does not count.
Range fit_values(const PlotData& data, const PlotState& state,
                 const std::vector<std::vector<Point>>& points, Range current);

/// Fills a chart with a plot: at most so many ticks up and across. Reuses the chart's memory.
void fill_chart(const PlotData& data, const PlotState& state, const Axis& x, const Axis& y,
                const std::vector<std::vector<Point>>& points, int most_rows, int most_columns,
                const view::Palette& palette, chart::Chart& chart);

/// Draws and operates a plot of `size` pixels. A legend entry toggles its curve; hovering reads
/// the values; the wheel zooms x, over the axis or with Ctrl y; dragging pans; a double click
/// fits and follows again; the right button opens a menu.
void plot(const Look& look, const PlotData& data, PlotState& state, PlotTime& time, ImVec2 size);

}  // namespace ui
