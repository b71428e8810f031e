#pragma once
#include <fast_float/fast_float.h>
#include <charconv>

namespace std {

/// Reads a number as C++17 has it, which the compiler's library lacks. Without it toml++ reads
/// numbers by streams, a fiftieth of what a page loads. Included before every file of a page.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const auto [end, error] = fast_float::from_chars(first, last, value);
  return {end, error};
}

}  // namespace std
