#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"

namespace formats {

/// The one that is most similar to what was typed, or null.
const std::string* closest(std::string_view typed, const std::vector<std::string>& names);

/// ` (did you mean "lambda"?)` if one of the names is similar to what was typed, else nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

/// "a, b, c", or "a, b and 7 others" where all of them take more than so many letters.
std::string list_of(const std::vector<std::string>& names, size_t most_letters = size_t(-1));

/// Whether texts are equal but for capital letters.
bool same_letters(std::string_view a, std::string_view b);

using base::in_quotes, base::shortest;

}  // namespace formats
