#include "ui/kit/scale.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/fonts.h"

namespace ui {
namespace {

/// Returns the dots per inch, or 0 where a monitor, such as a projector, reports no plausible ones.
float dots_per_inch(const Monitor& monitor) {
  constexpr float inch = 25.4f, least = 60, most = 400;  // mm, dots
  if (monitor.width_mm <= 0 || monitor.height_mm <= 0) return 0;
  const float x = inch * static_cast<float>(monitor.width) / static_cast<float>(monitor.width_mm);
  const float y = inch * static_cast<float>(monitor.height) / static_cast<float>(monitor.height_mm);
  const bool square = std::abs(x - y) < 0.1f * x;
  return square && x >= least && x <= most ? x : 0;
}

}  // namespace

float automatic_scale(const Monitor& monitor, float window_width) {
  constexpr float normal = 96, letters = 72, across = 80, body = 16;
  const float wanted =
      std::max(dots_per_inch(monitor) / normal,
               static_cast<float>(monitor.height) / letters / static_cast<float>(small_letters));
  const float most = std::floor(4 * window_width / across / body) / 4;
  const float own = std::min(std::ceil(4 * wanted) / 4, most);
  return std::clamp(std::max(own, monitor.content_scale), 1.f, most_scale);
}

float presented_scale(float scale, bool automatic, float window_height) {
  constexpr float larger = 1.35f;
  const float letters = window_height / 36 / small_letters;
  return automatic ? std::max(larger * scale, letters) : scale * std::max(larger, letters);
}

}  // namespace ui
