#pragma once
#include <string>
#include <string_view>

#include "base/parameter.h"
#include "sim/simulation.h"

namespace sweep {

/// A parameter of a method or of the world, and the values that it takes along a map's side.
struct Axis {
  std::string key;
  double from = 0, to = 1;  ///< the first and the last value, exactly; from < to
  int count = 2;            ///< at least 2
  base::Scale scale = base::Scale::Linear;
  bool whole = false;  ///< whole numbers only

  /// Value i, 0 <= i < count: evenly spaced, or evenly in the logarithm; rounded to digits that can
  /// be read, by less than a hundredth of the distance to the next.
  double value(int i) const;
  /// Where a value is, in steps of the axis: 0 at `from`, count - 1 at `to`.
  double place(double value) const;
  /// The value nearest to a place.
  int nearest(double place) const;

  bool operator==(const Axis&) const = default;
};

/// Whether a cell, which is run with one body, could tell: not how many a crowd has.
bool can_be_axis(const base::Parameter& parameter);

constexpr int default_count = 64, most_on_axis = 2000;

/// "lambda=0.05:5:64:log": key, first and last value, how many, lin or log; the last two or all but
/// the key may be left out. For the simulation's method, or of a parameter that is known. Throws
/// base::Error.
Axis parse_axis(std::string_view text, const sim::Simulation& simulation);
Axis parse_axis(std::string_view text, const base::Parameter& parameter);

/// What parse_axis() makes of the key alone: a decade to either side of the default on a
/// logarithmic parameter, else all there is.
Axis default_axis(const base::Parameter& parameter, int count = default_count);

/// The same with so many values, or as many whole numbers as there are.
Axis with_count(Axis axis, int count);

/// As parse_axis() reads it.
std::string to_text(const Axis& axis, const sim::Simulation& simulation);

}  // namespace sweep
