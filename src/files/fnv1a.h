#pragma once
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace files {

/// Returns the FNV-1a hash in 16 hexadecimal digits.
inline std::string fnv1a(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char one : bytes) hash = (hash ^ static_cast<uint8_t>(one)) * 0x100000001b3;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace files
