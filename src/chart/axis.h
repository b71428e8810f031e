#pragma once
#include <string>
#include <vector>

namespace chart {

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

  /// The range has some size, and ends that the scale can show.
  bool valid() const;
  double unit(double value) const;  ///< below 0 for what a log axis cannot show
  double value(double unit) const;
  void zoom(double about, double factor);  ///< about: 0..1; factor < 1 shows less
  void pan(double units);
};

struct Tick {
  double value = 0;
  double at = 0;     ///< 0 to 1 along the axis
  std::string text;  ///< empty: a small one
};

/// Steps of 1, 2 or 5 times a power of ten, at most `most` of them and at least two where the
/// numbers allow it; on a log axis powers of ten, thinned, or 1-2-5 within few decades. Small ones
/// between them. None for a range that has no size or ends that no scale can show.
std::vector<Tick> ticks(const Axis& axis, int most);

/// A range with round ends that holds the data; from 0 if no value is negative. On a log axis at
/// most the upper five decades of it. Data that is empty, constant or (log) not positive gets a
/// sensible range too.
Range fit(Range data, bool log);

/// The range for a streaming curve: `wanted` if the data left `current` or fills less than half of
/// it, else `current`, so that the axis does not flicker.
Range follow(Range current, Range wanted, bool log);

}  // namespace chart
