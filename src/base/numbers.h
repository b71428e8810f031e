#pragma once
#include <numbers>
#include <string>
#include <string_view>

#include "base/digits.h"

namespace base {

inline constexpr double degrees = 180 / std::numbers::pi;  ///< per radian

// Numbers as texts, for display and for files. A number that is not finite is displayed as a dash.

/// "0.0123", "1.2·10⁻⁷", "36000": rounded to this many digits, trailing zeros kept.
std::string significant(double value, int digits);

/// Writes this many decimals; no "-0".
std::string fixed(double value, int decimals);

/// A whole number in groups of three digits: "60 000".
std::string grouped(double value);

/// "50 %", below ten "5.4 %"; or with the given number of decimals.
std::string percent(double fraction, int decimals = -1);

/// "0.02", "3·10⁻⁵", "36000": at most so many digits, without trailing zeros.
std::string short_number(double value, int digits = 4);

/// Returns "10⁻⁶" for "1e-06", "2.5·10⁷" for "2.5e+07"; a number without an exponent unchanged.
std::string with_power(const std::string& digits);

/// Returns the nearest number of so many significant digits; the value itself if that overflows.
double round_to(double value, int digits);

/// "⁻⁶".
std::string superscript(int number);

/// "₁₂".
std::string subscript(int number);

/// "D_max" with subscript letters, "Dₘₐₓ", if Unicode has them all; else unchanged.
std::string subscript(std::string_view symbol);

}  // namespace base
