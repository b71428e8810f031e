#pragma once
#include <cstdint>
#include <string>

#include "base/numbers.h"
#include "base/parameter.h"

namespace ui {

using base::fixed, base::grouped, base::name_of, base::number_text, base::percent,
    base::short_number, base::significant, base::subscript, base::superscript, base::title_of,
    base::value_text;

/// The position of a slider's knob, 0..1, for a value, and the value at a position: rounded to
/// three digits or whole numbers, always within the range.
double slider_place(const base::Parameter& parameter, double value);
double slider_value(const base::Parameter& parameter, double place);
/// The value that much of the slider further, and another one where there is one.
double slider_moved(const base::Parameter& parameter, double value, double by);

/// A time on the timeline, given in steps.
std::string seconds_text(int64_t ticks);

}  // namespace ui
