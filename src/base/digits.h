#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace base {

/// Converts numbers to digits and back, the same in every locale, by <charconv> or, if the standard
/// library lacks it, by C's functions and fast_float.

/// Return what printf's "%.Ng", "%.Ne", "%.Nf" write; "inf", "nan".
std::string general(double value, int digits);
std::string scientific(double value, int decimals);
std::string decimal(double value, int decimals);

/// Returns the shortest text that reads back as the same number.
std::string shortest(double value);
/// Returns the same without <charconv>, by trying precisions, which is much slower.
std::string shortest_by_trying(double value);

/// Removes the longest number at the beginning of the text and returns it: "-0.25", "1e-6", "inf",
/// without "+" or space before. Returns nothing if there is none or no double can hold it.
std::optional<double> take_number(std::string_view& text);
/// Returns the number that the whole text is; nothing if it is none.
std::optional<double> number(std::string_view text);

}  // namespace base
