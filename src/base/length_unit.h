#pragma once
#include <span>
#include <string>
#include <string_view>

namespace base {

/// A unit of length that a scene may name.
struct LengthUnit {
  std::string_view name;  ///< what a user types and reads
  double metres;
  bool metric = true;  ///< whether lengths are shown in m or mm, whichever suits
};
std::span<const LengthUnit> length_units();
/// Returns the unit of this name, or null.
const LengthUnit* find_length_unit(std::string_view name);

/// A unit for display: numbers are shown times `factor`, with the unit's name, if it has one.
struct ShownUnit {
  std::string_view name = {};
  double factor = 1;
};
/// Returns the unit to show lengths of about this size in; they are given in `unit` or, if it is
/// null, in scene units. Metric lengths are shown in mm below 1 m, else in m.
ShownUnit shown_unit(double length, const LengthUnit* unit);

/// Returns "12.3", "1.20"; for invisibly small values "< 0.001" in mm or degrees, "0" in units
/// without a name.
std::string shown_number(double value, const ShownUnit& unit, int digits = 3);
/// Returns "12.3 mm", "1.20 m"; "0.0123" without a unit.
std::string length_text(double length, const LengthUnit* unit, int digits = 3);

/// Returns "unit/rad" or "scene units/rad" with the unit's name: "m/rad"; unchanged without a unit.
/// The text lives forever.
std::string_view with_name(std::string_view text, const LengthUnit* unit);

}  // namespace base
