#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "formats/moments/moment.h"

namespace formats {

/// The keys of the panel in the right column: in links, and as an option.
constexpr std::string_view panel_word = "panel", panel_option = "right_column";

/// Adds a word to the moment; corrections of it are problems. Throws base::Error if it is wrong.
void take_word(Moment& moment, std::string_view key, const std::string& value,
               const std::vector<base::Parameter>& options);

/// Parses like base::parse(), but corrects a misspelt choice and reports it in `problems`.
double parse_leniently(const base::Parameter& parameter, const std::string& text,
                       std::vector<std::string>& problems);

}  // namespace formats
