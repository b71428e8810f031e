#pragma once
#include <string>
#include <string_view>

namespace formats {

/// Of an address: %20 is a space, and so on. A '%' that begins no code stays.
std::string percent_decoded(std::string_view text);
/// What stands for itself in a hash, and whatever mail and chat programs leave in a link.
std::string percent_encoded(std::string_view text);

}  // namespace formats
