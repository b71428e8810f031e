#pragma once
#include <fast_float/fast_float.h>
#include <charconv>

namespace std {

/// Reads a number for toml++ as C++17 has it, which the library for browsers lacks. Included before
/// every file that may include toml++.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const auto [end, error] = fast_float::from_chars(first, last, value);
  return {end, error};
}

}  // namespace std
