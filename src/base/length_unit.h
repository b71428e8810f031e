#pragma once
#include <span>
#include <string>
#include <string_view>

namespace base {

/// A unit of length that a scene may name.
struct LengthUnit {
  std::string_view name;  ///< what a user types and reads
  double metres;
  bool metric = true;  ///< shown in m or mm, whichever suits the number
};
std::span<const LengthUnit> length_units();
/// Null if there is none of that name.
const LengthUnit* find_length_unit(std::string_view name);

/// How numbers are shown: times `factor`, in this unit, which is empty if it has no name.
struct ShownUnit {
  std::string_view name = {};
  double factor = 1;
};
/// Returns the unit to show lengths of about this size in; they are given in `unit` or, if it is
/// null, in scene units. Metric lengths are shown in mm below 1 m, else in m.
ShownUnit shown_unit(double length, const LengthUnit* unit);

/// "12.3", "1.20"; what no one can see is "< 0.001" in mm or degrees, "0" in units without a name.
std::string shown_number(double value, const ShownUnit& unit, int digits = 3);
/// "12.3 mm", "1.20 m"; "0.0123" without a unit.
std::string length_text(double length, const LengthUnit* unit, int digits = 3);

/// "unit/rad" or "scene units/rad" with the unit's name: "m/rad"; unchanged without a unit. It
/// lives forever.
std::string_view with_name(std::string_view text, const LengthUnit* unit);

}  // namespace base
