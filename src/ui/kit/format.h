#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/numbers.h"
#include "base/parameter.h"

namespace ui {

using base::fixed, base::grouped, base::name_of, base::number_text, base::percent,
    base::short_number, base::significant, base::subscript, base::superscript, base::title_of,
    base::value_text;

/// These convert a value to the position of a slider's knob, 0..1, and back. The value is rounded
/// to three digits or whole numbers and stays within the range.
double slider_position(const base::Parameter& parameter, double value);
double slider_value(const base::Parameter& parameter, double position);
/// Returns the value after moving by a fraction of the slider, always a different one if possible.
double slider_moved(const base::Parameter& parameter, double value, double by);

/// Returns a time on the timeline, given in steps, as text.
std::string seconds_text(int64_t ticks);

/// Returns a message for display: one line, without control characters, at most `most` bytes. Long
/// texts are shortened in the middle ("…"): first long words and quoted names, so that file and
/// line remain, then the whole text.
std::string shown_message(std::string_view message, size_t most = 500);

/// Names a file of this folder without it: "x.toml, line 12: ..." for "/folder/x.toml:12: ...".
std::string without_folder(std::string_view message, std::string_view folder);

}  // namespace ui
