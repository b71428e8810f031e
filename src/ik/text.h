#pragma once
#include <string>

namespace ik {

/// A whole number lowered: "₁₂"; an index as formulas have it counts from 1.
inline std::string lowered_number(int number) {
  std::string text;
  for (const char digit : std::to_string(number))
    text += digit == '-' ? std::string("₋")
                         : std::string("\xE2\x82") + static_cast<char>(0x80 + digit - '0');
  return text;
}

}  // namespace ik
