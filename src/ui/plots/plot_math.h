#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "chart/axis.h"

namespace ui {

using chart::Axis;
using chart::fit_range;
using chart::follow_range;
using chart::Range;
using chart::ticks;

/// Values at whole steps first <= s < end. from(s) is a run of consecutive ones that starts at s.
struct Samples {
  std::function<std::span<const float>(int64_t step)> from;
  int64_t first = 0, end = 0;
};

struct Point {
  double step;
  float value;
};

/// Returns at most two points for each bucket of consecutive steps, at its ends: its least and
/// greatest value, in their order. Buckets start at multiples of their size, so that a moving curve
/// does not shimmer. A bucket with a value that is not finite is one such point: a gap.
void decimate(const Samples& samples, int64_t first, int64_t end, int64_t bucket,
              std::vector<Point>& points);

/// The least and greatest finite value of some points; only of positive ones if requested.
struct Extent {
  Range range;  ///< lo = hi for a constant
  bool any = false;
  void add(double value) {
    range = any ? Range{std::min(range.lo, value), std::max(range.hi, value)} : Range{value, value};
    any = true;
  }
  void add(std::span<const Point> points, double factor, bool positive);
};

/// The tone that represents an oscillation.
struct Tone {
  double pitch = 110;   ///< Hz
  double loudness = 0;  ///< 0 to 1
  bool operator==(const Tone&) const = default;
};

/// Returns the tone of a mean oscillation, rad/step²: loud from sim::shaking on, two octaves higher
/// for ten times as much, up to 1760 Hz; silent where nothing shakes or it is not finite.
Tone tone_of(double oscillation);

}  // namespace ui
