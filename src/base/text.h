#pragma once
#include <string>
#include <string_view>

namespace base {

/// A text as a terminal or a line of a file may show it: control characters, marks that change the
/// direction of writing, and bytes that are no UTF-8 are written out, "\n", "\x1B", "\u202E"; all
/// else stays. The one place where this is done.
/// A text of more letters than `most` ends with "...".
std::string printable(std::string_view text, size_t most = std::string_view::npos);

/// A user's text in a sentence: printable, in quotes, cut after 60 letters with "...".
std::string in_quotes(std::string_view text);

/// How many letters, in UTF-8.
size_t letters(std::string_view text);

}  // namespace base
