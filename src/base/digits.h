#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace base {

/// Numbers and their digits, the same in every locale. What <charconv> has, where the standard
/// library has it; else by C's own functions and fast_float.

/// Return what printf's "%.Ng", "%.Ne", "%.Nf" write; "inf", "nan".
std::string general(double value, int digits);
std::string scientific(double value, int decimals);
std::string decimal(double value, int decimals);

/// The shortest text that reads back as the same number.
std::string shortest(double value);
/// The same without <charconv>, which takes much longer.
std::string shortest_by_trying(double value);

/// The number at the beginning of the text, as long as can be, which is taken off it: "-0.25",
/// "1e-6", "inf", without "+" or space before. Nothing if there is none or no double can hold it.
std::optional<double> take_number(std::string_view& text);
/// The number that the whole text is.
std::optional<double> number(std::string_view text);

}  // namespace base
