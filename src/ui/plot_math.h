#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ui {

/// lo < hi where it is valid; the default one is empty.
struct Range {
  double lo = 0, hi = 0;
  double size() const { return hi - lo; }
  bool valid() const { return hi > lo; }
  bool contains(double value) const { return lo <= value && value <= hi; }
  bool operator==(const Range&) const = default;
};

/// A linear or logarithmic axis: values to 0..1 and back.
struct Axis {
  Range range{0, 1};
  bool log = false;

  double unit(double value) const;  ///< below 0 for what a log axis cannot show
  double value(double unit) const;
  void zoom(double about, double factor);  ///< about: 0..1; factor < 1 shows less
  void pan(double units);
};

struct Ticks {
  std::vector<double> at;
  double step = 0;  ///< 0 on a log axis
};

/// Steps of 1, 2 or 5 times a power of ten, at most `most` of them and at least two where the
/// numbers allow it. On a log axis powers of ten, thinned, or 1-2-5 within few decades.
Ticks ticks(const Axis& axis, int most);
std::string tick_text(double value, double step);

/// A range with round ends that holds the data; from 0 if no value is negative. On a log axis at
/// most the upper five decades of it. Data that is empty, constant or (log) not positive gets a
/// sensible range too.
Range fit(Range data, bool log);

/// The range for a streaming curve: `wanted` if the data left `current` or fills less than half of
/// it, else `current`, so that the axis does not flicker.
Range follow(Range current, Range wanted, bool log);

/// Values at whole steps first <= s < end. from(s) is a run of consecutive ones that starts at s.
struct Samples {
  std::function<std::span<const float>(int64_t step)> from;
  int64_t first = 0, end = 0;
};

struct Point {
  double step;
  float value;
};

/// At most two points a bucket of consecutive steps, at its ends: its least and greatest value in
/// the order in which they came. Buckets start at multiples of their size, so that a curve that
/// moves does not shimmer. A bucket with a value that is not finite becomes one such point: a gap.
void decimate(const Samples& samples, int64_t first, int64_t end, int64_t bucket,
              std::vector<Point>& points);

/// Least and greatest finite value of some points; of the positive ones only, if so asked.
struct Extent {
  Range range;  ///< lo = hi for a constant
  bool any = false;
  void add(double value) {
    range = any ? Range{std::min(range.lo, value), std::max(range.hi, value)} : Range{value, value};
    any = true;
  }
  void add(std::span<const Point> points, double factor, bool positive);
};

}  // namespace ui
