#pragma once
#include <string>
#include <string_view>

namespace formats {

/// Decodes an address: %20 is a space, and so on. A '%' that begins no code stays.
std::string percent_decoded(std::string_view text);
/// Encodes all but the letters that stand for themselves in a hash and that mail and chat programs
/// leave in a link.
std::string percent_encoded(std::string_view text);

}  // namespace formats
