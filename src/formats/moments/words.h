#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "formats/moments/moment.h"

namespace formats {

/// The word for the panel of the right column in links, and the option's key.
constexpr std::string_view panel_word = "panel", panel_option = "right_column";

/// Adds a word to the moment. Throws base::Error, what is wrong with it; what was taken for
/// something similar is named in the moment's problems.
void take_word(Moment& moment, std::string_view key, const std::string& value,
               const std::vector<base::Parameter>& options);

/// base::parse(), but a choice may be misspelt, which is named in `problems`.
double parse_leniently(const base::Parameter& parameter, const std::string& text,
                       std::vector<std::string>& problems);

}  // namespace formats
