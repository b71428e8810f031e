#pragma once
#include "sweep/picture.h"
#include "ui/plots/chart_painter.h"
#include "ui/plots/map_state.h"

namespace ui {

/// Paints one map; places on it are 0 to 1 from its lower left.
struct MapPainter : ChartPainter {
  MapPainter(const Look& of, ImVec2 upper_left, ImVec2 lower_right)
      : ChartPainter{of, upper_left, lower_right} {}

  void cells(const DrawnMap& map) const;
  void lines(const sweep::Picture& picture, bool thin) const;
  void texts(const sweep::Picture& picture) const;

  void ring(ImVec2 at) const;   ///< the best
  void cross(ImVec2 at) const;  ///< the least
  /// The current setting; with an arrow at the edge if it is outside.
  void dot(sweep::Point place) const;

  void color_bar(const chart::Side& colors, ImVec2 from, ImVec2 to) const;
};

}  // namespace ui
