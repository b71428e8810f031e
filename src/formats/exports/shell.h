#pragma once
#include <string>

namespace formats {

/// Quotes a word for a shell's command line.
std::string in_shell(const std::string& word);

}  // namespace formats
