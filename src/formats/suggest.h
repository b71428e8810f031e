#pragma once
#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"

namespace formats {

/// Returns whether one of several things has this value, or this value of a member.
template <class Part = std::identity>
bool contains(const auto& things, const auto& value, Part part = {}) {
  return std::ranges::find(things, value, part) != std::ranges::end(things);
}
inline bool contains(std::initializer_list<std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// Returns the name that is most similar to what was typed; null if none is similar.
const std::string* closest(std::string_view typed, const std::vector<std::string>& names);

/// Returns ` (did you mean "lambda"?)`, or an empty text if no name is similar to what was typed.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

/// Returns "a, b, c", or "a, b and 7 others" if the full list would take more than so many letters.
std::string list_of(const std::vector<std::string>& names, size_t most_letters = size_t(-1));

/// Returns the index of a name among `names`. Throws base::Error: "there is no WHAT
/// "lamda" (did you mean "lambda"?); expected one of ...".
size_t find_name(const std::string& what, std::string_view name,
                 const std::vector<std::string>& names);

/// Returns the message that two things have one name; the first is in a line, unless that is 0.
std::string duplicate_name_text(const std::string& things, std::string_view name, size_t line = 0);
/// Returns `"elbwo", which does not exist (did you mean "elbow"?); expected the name of WHAT`.
std::string missing_name_text(std::string_view name, const std::vector<std::string>& names,
                              const std::string& what);

/// Replaces all occurrences of a text, and returns whether there was one.
bool replace_all(std::string& text, std::string_view old, std::string_view by);

/// Returns a text with ASCII capitals as small letters.
std::string lower_case(std::string text);

/// Returns whether texts are equal but for the case of ASCII letters.
bool equal_ignoring_case(std::string_view a, std::string_view b);

using base::in_quotes, base::joined, base::names_of, base::shortest, base::texts_of;

}  // namespace formats
