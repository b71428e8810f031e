#pragma once
#include <string>
#include <string_view>

#include "base/numbers.h"
#include "base/parameter.h"

namespace ui {

using base::fixed, base::grouped, base::percent, base::significant, base::subscript,
    base::superscript;

/// "max angle" of "max_angle_deg": the words of a key, its unit left out.
std::string words(std::string_view key);

/// The value as a user reads it, without its unit: "0.6", "10⁻⁶", "auto".
std::string number_text(const base::Parameter& parameter, double value);
/// The same with its unit: "45°", "120 steps".
std::string value_text(const base::Parameter& parameter, double value);

/// Where a slider's knob is, 0..1, for a value, and the value of a place: rounded to what a hand
/// can choose (three digits, whole numbers), never outside the range.
double slider_place(const base::Parameter& parameter, double value);
double slider_value(const base::Parameter& parameter, double place);

}  // namespace ui
