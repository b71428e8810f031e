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

  /// Returns whether the range is not empty and the scale can show its ends.
  bool valid() const;
  double to_unit(double value) const;      ///< to 0..1; below 0 for what a log axis cannot show
  double value(double unit) const;         ///< the inverse of to_unit()
  void zoom(double about, double factor);  ///< about: 0..1; factor < 1 shows less
  void pan(double units);                  ///< moves the range by this fraction of its size
};

struct Tick {
  double value = 0;
  double at = 0;     ///< 0 to 1 along the axis
  std::string text;  ///< empty: a minor tick
};

/// Returns at most `most` ticks with text, and at least two if the numbers allow it, at steps of 1,
/// 2 or 5 times a power of ten; on a log axis at powers of ten, thinned, or 1-2-5 within few
/// decades; and minor ticks between them. Returns none for an axis that is not valid().
std::vector<Tick> ticks(const Axis& axis, int most);

/// Returns a range with round ends around the data, from 0 if no value is negative; on a log axis
/// at most its upper five decades. Data that is empty, constant or (log) not positive gets a
/// default.
Range fit_range(Range data, bool log);

/// Returns the range for a streaming curve: `wanted` if the data left `current` or fills less than
/// half of it, else `current`, so that the axis does not flicker.
Range follow_range(Range current, Range wanted, bool log);

}  // namespace chart
