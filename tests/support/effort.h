#pragma once
#include <cstdlib>
#include <string_view>

namespace test {

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

}  // namespace test
