#pragma once
#include <string>
#include <string_view>

namespace base {

/// A whole number lowered: "₁₂"; an index as formulas have it counts from 1.
inline std::string lowered_number(int number) {
  std::string text;
  for (const char digit : std::to_string(number))
    text += digit == '-' ? std::string("₋")
                         : std::string("\xE2\x82") + static_cast<char>(0x80 + digit - '0');
  return text;
}

/// A text as a terminal or a line of a file may show it: control characters, marks that change the
/// direction of writing, and bytes that are no UTF-8 are written out, "\n", "\x1B", "\u202E"; all
/// else stays. The one place where this is done.
/// A text of more letters than `most` ends with "...".
std::string printable(std::string_view text, size_t most = std::string_view::npos);

/// A user's text in a sentence: printable, in quotes, cut after 60 letters with "...".
std::string in_quotes(std::string_view text);

/// How many letters, in UTF-8.
size_t letters(std::string_view text);

/// The shortest text that reads back as the same number.
std::string shortest(double value);

}  // namespace base
