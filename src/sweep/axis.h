#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/parameter.h"
#include "sim/simulation.h"

namespace sweep {

/// An axis of a map: a parameter of a method or of the world, and its values.
struct Axis {
  std::string key;
  double from = 0, to = 1;  ///< the first and the last value, exactly; from < to
  int count = 2;            ///< at least 2
  base::Scale scale = base::Scale::Linear;
  bool whole = false;  ///< whole numbers only

  /// Value i, 0 <= i < count, linearly or log-spaced; rounded by less than 1/100 of the spacing.
  double value(int i) const;
  /// The position of a value on the axis: 0 at `from`, count - 1 at `to`.
  double position(double value) const;
  /// The index of the value nearest to position `at`.
  int nearest(double at) const;

  bool operator==(const Axis&) const = default;
};

/// Returns whether a parameter can be an axis. The crowd size cannot, since a cell runs one body.
bool can_be_axis(const base::Parameter& parameter);

constexpr int default_count = 64, max_axis_count = 2000;

/// "lambda=0.05:5:64:log": key, first and last value, how many, lin or log; the last two or all but
/// the key may be left out. For the simulation's method or a parameter. Throws base::Error.
Axis parse_axis(std::string_view text, const sim::Simulation& simulation);
Axis parse_axis(std::string_view text, const base::Parameter& parameter);

/// Returns the axis of a key given without a range: a decade to either side of the default, or the
/// whole range.
Axis default_axis(const base::Parameter& parameter, int count = default_count);

/// Returns the axis with this number of values, or as many whole numbers as its range has.
Axis with_count(Axis axis, int count);

/// Returns the axis extended by half its length beyond one end, with values as dense, within the
/// parameter's range. Axes of choices and whole numbers are returned unchanged.
Axis widened(const Axis& axis, const base::Parameter& parameter, bool upper);

/// Writes the axis as parse_axis() reads it.
std::string to_text(const Axis& axis, const sim::Simulation& simulation);

/// Returns the possible axes of a map of the selected run: every parameter of its method and of the
/// world that has an effect, or would have one if its prerequisite were switched on.
std::vector<const base::Parameter*> axis_parameters(const sim::Simulation& simulation);

/// Returns the two initial axes of a map, which are also those that tune() uses: λ and D_max, else
/// those of the method's own parameters that have an effect, else common ones.
std::array<const base::Parameter*, 2> default_axes(const sim::Simulation& simulation);

/// Returns the two initial axes of searches: the start coordinates of the first two settable
/// joints.
std::array<const base::Parameter*, 2> start_axes(const ik::Skeleton& body);

bool has_parameter(const ik::MethodInfo& method, std::string_view key);
/// Returns whether a method has both axes.
bool can_show(const ik::MethodInfo& method, const ik::Skeleton& skeleton,
              const std::vector<std::string>& axes);

}  // namespace sweep
