#include "base/length_unit.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "base/text.h"

namespace base {
namespace {

constexpr LengthUnit table[] = {
    {"m", 1}, {"cm", 0.01}, {"mm", 1e-3}, {"in", 0.0254, false}, {"ft", 0.3048, false}};
constexpr double mm_in_m = 1000;

}  // namespace

std::span<const LengthUnit> length_units() { return table; }

const LengthUnit* find_length_unit(std::string_view name) {
  const auto found = std::ranges::find(table, name, &LengthUnit::name);
  return found == std::end(table) ? nullptr : &*found;
}

ShownUnit shown_unit(double length, const LengthUnit* unit) {
  if (!unit) return {};
  if (!unit->metric) return {unit->name, 1};
  constexpr double nearly = 0.9995;  // 1 m in three digits
  return std::abs(length) * unit->metres < nearly ? ShownUnit{"mm", mm_in_m * unit->metres}
                                                  : ShownUnit{"m", unit->metres};
}

std::string shown_number(double value, const ShownUnit& unit, int digits) {
  constexpr double seen = 1e-3, rounding = 1e-12;
  const double shown = unit.factor * value, size = std::abs(shown);
  if (unit.name.empty()) return significant(size < rounding ? 0 : shown, digits);
  const bool small = unit.name == "mm" || unit.name == "°";
  if (small && size > 0 && size < seen) return size < rounding ? "0" : "< 0.001";
  return significant(shown, digits);
}

std::string length_text(double length, const LengthUnit* unit, int digits) {
  const ShownUnit shown = shown_unit(length, unit);
  const std::string number = shown_number(length, shown, digits);
  return base::format("{}{}{}", number, shown.name.empty() ? "" : " ", shown.name);
}

std::string_view with_name(std::string_view text, const LengthUnit* unit) {
  if (!unit) return text;
  std::string named(text);
  for (const std::string_view word : {"scene units", "scene unit", "units", "unit"})
    if (const size_t at = named.find(word);
        at != named.npos && named.find("unit of time") == named.npos) {
      for (size_t found = at; found != named.npos; found = named.find(word, found))
        named.replace(found, word.size(), unit->name);
      break;
    }
  return named == text ? text : interned(named);
}

}  // namespace base
