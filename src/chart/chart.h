#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "chart/axis.h"

namespace chart {

/// sRGB, 0 to 255.
using Rgb = std::array<unsigned char, 3>;

/// The colour of a fraction, 0 to 1: from dark blue through green to light yellow. Perceptually
/// uniform, also for colour-blind readers, and monotonic in grey.
Rgb color(double share);

/// The colours of a circle of hues, 0 to 1, all of one lightness.
Rgb hue(double share);
/// Colours for names, 0 to 7, that readers with any kind of colour vision tell apart (Okabe, Ito).
Rgb distinct(int number);

/// Returns whether white text is more readable on it than black text.
bool is_dark(Rgb color);

/// A chart for window or file. Positions are 0 to 1 from the lower left corner of its area.

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

/// An axis as it is drawn.
struct Side {
  std::string title;
  std::vector<Tick> ticks;
  std::optional<Rgb> color = {};  ///< of what is measured by it, if it is not all
};

struct Curve {
  std::string name;
  Rgb color{};
  std::vector<Point> points;  ///< one that is not finite is a gap
  bool bold = false, dashed = false;
  int mark = -1;                 ///< chart::mark_of(), where there are several; -1: none
  std::vector<Range> band = {};  ///< tinted at each point, NaN where not; empty: nowhere
  double phase = 0;  ///< x at which a dash begins, so that they stay with data that move
};

/// A line across the chart: a moment, a limit.
struct Mark {
  double at = 0;
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
  bool grid = false;  ///< lines at the ticks that have a text
  std::vector<Curve> curves;
  std::vector<Mark> upright, level;
  std::vector<Dot> dots;
  std::vector<Point> rings;  ///< around points of note
};

}  // namespace chart
