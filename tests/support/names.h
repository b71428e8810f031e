#pragma once
#include <algorithm>
#include <string>

namespace test {

/// Returns a name as GoogleTest allows it in those of parameterised tests.
inline std::string identifier(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

/// Names the tests of a method, a motion or the like after it.
inline constexpr auto by_name = [](const auto& one) {
  return identifier(std::string(one.param->name));
};

}  // namespace test
