#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "chart/axis.h"

namespace chart {

/// sRGB, 0 to 255.
using Rgb = std::array<unsigned char, 3>;

/// Returns the colour of a fraction, 0 to 1, from dark blue through green to light yellow:
/// perceptually uniform, also for colour-blind readers, and monotonic in grey.
Rgb sequential_color(double fraction);

/// Returns the colour at a fraction of the hue circle, 0 to 1; all have the same lightness.
Rgb hue_color(double fraction);
/// Returns colour 0 to 7 of those that readers with any colour vision tell apart (Okabe, Ito).
Rgb categorical_color(int index);

/// Returns whether white text is more readable on it than black text.
bool is_dark(Rgb color);

/// A chart for window or file. Positions are 0 to 1 from the lower left corner of its area.

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

/// One side of a chart: the title and ticks of an axis.
struct Side {
  std::string title;
  std::vector<Tick> ticks;
  std::optional<Rgb> color = {};  ///< that of its curves, if it does not belong to all
};

struct Curve {
  std::string name;
  Rgb color{};
  std::vector<Point> points;  ///< a point that is not finite makes a gap
  bool bold = false, dashed = false;
  int marker = -1;               ///< index of its marker_shape(); -1: none
  std::vector<Range> band = {};  ///< of y, tinted, at each point; NaN: none; empty: no band
  double phase = 0;  ///< x at which a dash begins: dashes and markers move with the data
};

/// A line across the whole chart, such as a moment or a limit.
struct ReferenceLine {
  double at = 0;  ///< its position, 0 to 1
  std::string text;
  Rgb color{};
};

/// A value on a curve.
struct Dot {
  Point at;
  double radius = 3;  ///< of 1/16 of the height of body text
  Rgb color{};
  bool hollow = false, strong = false;
};

struct Chart {
  std::string title, subtitle;
  Side below, left, right;
  bool grid = false;  ///< draws lines at the ticks that have a text
  std::vector<Curve> curves;
  std::vector<ReferenceLine> vertical_lines, horizontal_lines;
  std::vector<Dot> dots;
  std::vector<Point> rings;  ///< points that get a ring around them
};

}  // namespace chart
