#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "ik/text.h"

namespace scene {

/// ` (did you mean "lambda"?)` if one of the names is near what was typed, else nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

/// "a, b, c"
std::string list_of(const std::vector<std::string>& names);

using ik::in_quotes, ik::shortest;

}  // namespace scene
