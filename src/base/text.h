#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// A text that is safe for a terminal or a line of a file: control characters, bidirectional marks
/// and invalid UTF-8 are escaped, "\n", "\x1B", "\u202E". No other function does this. A text
/// of more letters than `most` ends with "...".
std::string printable(std::string_view text, size_t most = std::string_view::npos);

/// A user's text in a sentence: printable, in quotes, cut after 60 letters with "...".
std::string in_quotes(std::string_view text);

std::string_view trimmed(std::string_view text, std::string_view letters = " \t\r");

/// The parts between these letters, one more than there are of them. They refer to the text.
std::vector<std::string_view> split(std::string_view text, char between);
/// The cells of a row of a table, trimmed: what is within quotes is not split, and loses them.
std::vector<std::string> split_cells(std::string_view row, char between);
/// Returns a text as a cell of a CSV file, in quotes.
std::string csv_cell(std::string_view text);

/// How many letters, in UTF-8.
size_t letters(std::string_view text);

/// Begins with a capital where it begins with a letter from a to z.
std::string capitalized(std::string_view text);

std::string sentence(std::string_view text);

/// "1 joint", "7 joints".
std::string counted(int count, std::string_view noun);

}  // namespace base
