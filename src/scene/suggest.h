#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scene {

/// ` (did you mean "lambda"?)` if one of the names is near what was typed, else nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

/// "a, b, c"
std::string list_of(const std::vector<std::string>& names);

/// A name as a message shows it: in quotes, on one line, shortened if it is very long.
std::string in_quotes(std::string_view text);

/// The shortest text that reads back as the same number.
std::string shortest(double value);

}  // namespace scene
