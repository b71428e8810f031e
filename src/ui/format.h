#pragma once
#include <string>
#include <string_view>

#include "base/parameter.h"

namespace ui {

/// A number for reading: "0.0123", "1.2e-7", "36000"; a dash for what is not finite.
std::string significant(double value, int digits);

/// With this many decimals; no "-0".
std::string fixed(double value, int decimals);

/// A whole number in groups of three digits: "60 000".
std::string grouped(double value);

/// "max angle" of "max_angle_deg": the words of a key, its unit left out.
std::string words(std::string_view key);

/// "D_max" with lowered letters, "Dₘₐₓ", where Unicode has them all; else as it is.
std::string subscript(std::string_view symbol);

/// A whole number raised: "⁻⁶".
std::string superscript(int number);

/// The value as a user reads it, without its unit: "0.6", "10⁻⁶", "auto".
std::string number_text(const base::Parameter& parameter, double value);
/// The same with its unit: "45°", "120 steps".
std::string value_text(const base::Parameter& parameter, double value);

/// Where a slider's knob is, 0..1, for a value, and the value of a place: rounded to what a hand
/// can choose (three digits, whole numbers), never outside the range.
double slider_place(const base::Parameter& parameter, double value);
double slider_value(const base::Parameter& parameter, double place);

}  // namespace ui
