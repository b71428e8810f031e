#pragma once
#include <numbers>
#include <string>

#include "base/parameter.h"
#include "bench/plain.h"

namespace test {

/// Returns the same settings for the plain implementation, which has no null space, limits and the
/// like.
inline plain::Settings textbook(const std::string& method, const base::Settings& from) {
  const auto value = [&](const char* key) { return from.has(key) ? from.get(key) : 0; };
  return {.method = method,
          .lambda = value("lambda"),
          .tolerance = value("tolerance"),
          .alpha = value("alpha"),
          .soft = value("sdls_clamp") == 1,
          .alternate = value("jacobian") == 1,
          .dmax_mode = static_cast<plain::Settings::Dmax>(value("dmax_mode")),
          .dmax = value("dmax"),
          .cap = {value("max_angle_deg") * std::numbers::pi / 180, value("max_slide")}};
}

}  // namespace test
