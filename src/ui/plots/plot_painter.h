#pragma once
#include "ui/plots/plot.h"

namespace ui {

/// One plot during a frame, drawing and interaction; plot() calls its parts.
struct PlotPainter {
  const Look& look;
  const PlotData& data;
  PlotState& state;
  PlotTime& time;
  Rect place = {};  ///< with title and legend
  ImVec2 a{}, b{};  ///< corners of the area of the curves
  Axis x{}, y{};
  ImDrawList& list = *ImGui::GetWindowDrawList();

  float width() const { return b.x - a.x; }
  float height() const { return b.y - a.y; }
  float px(double value) const { return a.x + static_cast<float>(x.unit(value)) * width(); }
  float py(double value) const;
  double x_of(int64_t step) const { return static_cast<double>(step) * data.x_per_step; }
  bool visible(const Series& series) const { return !state.hidden.contains(series.name); }
  /// The sample of a series at a step, or nullptr.
  static const float* sample(const Series& series, int64_t step);

  float head(ImVec2 at, float room);  ///< title, legend, log, help; returns its height
  void interact();
  void thin();  ///< the samples in sight, to what pixels can show
  void fit_y();
  void paint();
  void crosshair(bool hovered);

 private:
  float title(ImVec2 at, float room);
  void legend_entry(const Series& series, ImVec2 at, ImVec2 size, bool compact);
  void wheel(float along_x, float along_y);
  void menu();
  void name_hidden_bound(const Series& series);
  void read_values(int64_t step);
};

}  // namespace ui
