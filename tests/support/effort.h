#pragma once
#include <cstdlib>
#include <string_view>
#include <vector>

namespace test {

#ifdef IKSCOPE_SANITIZED
constexpr bool sanitized = true;  ///< each round of a loop takes several times as long
#else
constexpr bool sanitized = false;
#endif

/// Returns whether long loops run in full, with IKSCOPE_TEST_EFFORT=full in the environment, which
/// `scripts/test --full` sets.
inline bool thorough() {
  const char* effort = std::getenv("IKSCOPE_TEST_EFFORT");
  return effort && std::string_view(effort) == "full";
}

/// Returns the length of a loop: `quick` by default, `full` in thorough runs.
template <class Count>
Count by_effort(Count quick, Count full) {
  return thorough() ? full : quick;
}

/// Returns the first values by default, all of them in thorough runs.
template <class Value>
std::vector<Value> some(size_t quick, std::vector<Value> all) {
  if (!thorough()) all.resize(quick);
  return all;
}

}  // namespace test
