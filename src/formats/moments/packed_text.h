#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace formats {

/// A text as letters that an address can have: deflated (RFC 1951), in base64url (RFC 4648 §5).
std::string pack(std::string_view text);
/// Throws base::Error, a sentence about `what`: it is damaged, or more than `most` bytes.
std::string unpack(std::string_view packed, size_t most, std::string_view what);

}  // namespace formats
