#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace formats {

/// Packs a text into characters that addresses keep: deflated (RFC 1951), in base64url (RFC 4648
/// §5).
std::string pack(std::string_view text);
/// Unpacks a text. Throws base::Error about `what` if it is damaged or longer than `max_bytes`.
std::string unpack(std::string_view packed, size_t max_bytes, std::string_view what);

/// Decodes an address, in which %20 is a space. A '%' that does not begin a code stays.
std::string percent_decoded(std::string_view text);
/// Encodes all characters but those that mail and chat programs keep in the hash of a link.
std::string percent_encoded(std::string_view text);

}  // namespace formats
