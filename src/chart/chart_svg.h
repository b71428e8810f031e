#pragma once
#include "chart/svg.h"

namespace chart {

/// Colours of what is not data.
struct Ink {
  Rgb background{255, 255, 255}, text{0, 0, 0}, dim{85, 85, 85}, line{51, 51, 51},
      grid{221, 221, 221};
};

/// A part of a drawing in which a chart's places lie.
struct Area {
  double x, y, width, height;
  Point operator()(Point place) const { return {x + place.x * width, y + (1 - place.y) * height}; }
  std::vector<Point> operator()(std::vector<Point> places) const;
};

/// name="#0072b2"
std::string painted(std::string_view name, Rgb color);

void frame(Svg& svg, const Area& area, const Ink& ink = {});
void side_below(Svg& svg, const Area& area, const Side& side, const Ink& ink = {});
void side_at_left(Svg& svg, const Area& area, const Side& side, const Ink& ink = {});
void side_at_right(Svg& svg, const Area& area, const Side& side, const Ink& ink = {});
void ring(Svg& svg, Point at);

/// A chart as a drawing; its area is so large.
std::string svg(const Chart& chart, double width, double height, const Ink& ink = {});

}  // namespace chart
