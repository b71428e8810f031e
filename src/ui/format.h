#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/numbers.h"
#include "base/parameter.h"

namespace ui {

using base::fixed, base::grouped, base::percent, base::significant, base::subscript,
    base::superscript;

/// "max angle" for "max_angle_deg": the words of a key without its unit.
std::string words(std::string_view key);

/// The value as a user reads it, without its unit: "0.6", "10⁻⁶", "auto".
std::string number_text(const base::Parameter& parameter, double value);
/// The same with its unit: "45°", "120 steps".
std::string value_text(const base::Parameter& parameter, double value);

/// The position of a slider's knob, 0..1, for a value, and the value at a position: rounded to
/// three digits or whole numbers, always within the range.
double slider_place(const base::Parameter& parameter, double value);
double slider_value(const base::Parameter& parameter, double place);
/// The value that much of the slider further, and another one where there is one.
double slider_moved(const base::Parameter& parameter, double value, double by);

/// A time on the timeline, given in steps.
std::string seconds_text(int64_t ticks);

}  // namespace ui
