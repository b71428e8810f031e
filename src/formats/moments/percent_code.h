#pragma once
#include <string>
#include <string_view>

namespace formats {

/// Decodes an address, in which %20 is a space. A '%' that does not begin a code stays.
std::string percent_decoded(std::string_view text);
/// Encodes all characters but those that are allowed in a hash and that mail and chat programs keep
/// in a link.
std::string percent_encoded(std::string_view text);

}  // namespace formats
