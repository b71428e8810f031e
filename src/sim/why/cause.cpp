#include "sim/why/cause.h"

#include <array>
#include <cstddef>

namespace sim::why {

std::string_view word(Cause cause) {
  static constexpr std::array words{
      "nothing-moves",
      "objective",
      "gain",
      "shaking:limits",
      "shaking:out-of-reach",
      "shaking:singular",
      "obstacle",
      "tracking",
      "following",
      "held",
      "limits",
      "out-of-reach",
      "too-few-joints",
      "orientation",
      "conflict",
      "stuck",
      "step-clamp",
      "error-clamp",
      "damping",
      "slow-method",
      "lag",
  };
  return words[static_cast<std::size_t>(cause)];
}

}  // namespace sim::why
