#include "ui/plots/tone.h"

#include <algorithm>
#include <cmath>

#include "sim/metrics/measurement.h"

namespace ui {

Tone tone_of(double oscillation) {
  constexpr double lowest = 110, highest = 1760, of_lowest = 1e-3;  // Hz, Hz, rad/step²
  if (!std::isfinite(oscillation) || oscillation <= 0) return {};
  const double decades = std::log10(oscillation / of_lowest);
  const double heard = std::clamp(1 + std::log10(oscillation / sim::shaking), 0., 1.);
  return {std::clamp(lowest * std::pow(4, decades), lowest, highest),
          heard * heard * (3 - 2 * heard)};
}

}  // namespace ui
