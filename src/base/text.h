#pragma once
#include <concepts>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace base {

/// A value of format(): a text, a letter or a whole number.
class FormatValue {
 public:
  template <std::convertible_to<std::string_view> Text>
  FormatValue(const Text& text) : text_(text) {}
  FormatValue(char letter) : own_(1, letter), text_(own_) {}
  template <std::integral Number>
  FormatValue(Number number) : own_(std::to_string(number)), text_(own_) {}
  FormatValue(const FormatValue&) = delete;
  std::string_view text() const { return text_; }

 private:
  std::string own_;
  std::string_view text_;
};

std::string format_values(std::string_view text, std::initializer_list<FormatValue> values);

/// A text with one "{}" for each of `values` values, which the compiler checks.
template <size_t values>
struct FormatText {
  template <size_t size>
  consteval FormatText(const char (&letters)[size]) : text(letters, size - 1) {
    size_t places = 0;
    for (size_t at = text.find("{}"); at != text.npos; at = text.find("{}", at + 2)) ++places;
    if (places != values) throw "as many {} as values are expected";
  }
  std::string_view text;
};

/// Returns the text with each "{}" replaced by the next value, as std::format does: texts, letters
/// and whole numbers. Other numbers need digits (numbers.h, digits.h).
template <class... Values>
std::string format(FormatText<sizeof...(Values)> text, const Values&... values) {
  return format_values(text.text, {FormatValue(values)...});
}

/// Returns a text that is safe for a terminal or a line of a file: control characters,
/// bidirectional marks and invalid UTF-8 are escaped, "\n", "\x1B", "\u202E". No other function
/// does this. A text of more letters than `most` ends with "...".
std::string printable(std::string_view text, size_t most = std::string_view::npos);

/// Returns a user's text for a sentence: printable, in quotes, cut after 60 letters with "...".
std::string in_quotes(std::string_view text);

/// Returns a copy of the text that lives forever; equal texts share one. Callable from any thread.
std::string_view interned(std::string_view text);

std::string_view trimmed(std::string_view text, std::string_view letters = " \t\r");

/// Returns the parts between the separators `between`, one more than there are separators. They
/// refer to the text.
std::vector<std::string_view> split(std::string_view text, char between);
/// Returns the cells of a row of a table, trimmed. Quoted parts are not split and lose the quotes.
std::vector<std::string> split_cells(std::string_view row, char between);
/// Returns a text as a cell of a CSV file, in quotes.
std::string csv_cell(std::string_view text);

/// Returns the number of letters (code points) of a text in UTF-8.
size_t letter_count(std::string_view text);

/// Returns the text with a capital if it begins with a letter from a to z.
std::string capitalized(std::string_view text);

std::string sentence(std::string_view text);

/// Returns a number with its noun: "1 joint", "7 joints".
std::string counted(int count, std::string_view noun);

/// Returns the names of things or of what pointers point at, or the keys of a map.
std::vector<std::string> names_of(const auto& things) {
  std::vector<std::string> names;
  for (const auto& one : things)
    if constexpr (requires { one->name; })
      names.emplace_back(one->name);
    else if constexpr (requires { one.first; })
      names.emplace_back(one.first);
    else
      names.emplace_back(one.name);
  return names;
}

/// Returns the texts that a function returns for each thing, or a member of each.
std::vector<std::string> texts_of(const auto& things, const auto& text) {
  std::vector<std::string> texts;
  for (const auto& one : things) texts.emplace_back(std::invoke(text, one));
  return texts;
}

/// Returns the texts in one, with `between` between two.
std::string joined(const std::vector<std::string>& texts, std::string_view between = ", ");

}  // namespace base
