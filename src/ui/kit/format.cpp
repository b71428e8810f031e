#include "ui/kit/format.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

/// Returns where the decades of a log range begin if its minimum is 0.
double log_floor(const base::Parameter& p) { return p.min > 0 ? p.min : p.max * 1e-4; }

bool is_log(const base::Parameter& p) { return p.scale == base::Scale::Log && p.min >= 0; }

}  // namespace

double slider_place(const base::Parameter& p, double value) {
  if (!(p.max > p.min)) return 0;
  value = std::clamp(value, p.min, p.max);
  if (!is_log(p)) return (value - p.min) / (p.max - p.min);
  const double floor = log_floor(p);
  return value <= floor ? 0 : std::log(value / floor) / std::log(p.max / floor);
}

double slider_value(const base::Parameter& p, double place) {
  if (!(p.max > p.min)) return p.min;
  place = std::clamp(place, 0., 1.);
  double value = p.min + place * (p.max - p.min);
  if (is_log(p)) value = place == 0 ? p.min : log_floor(p) * std::pow(p.max / log_floor(p), place);
  if (p.integer) {
    value = std::round(value);
  } else if (is_log(p)) {
    value = base::round_to(value, 3);
  } else {
    const double step = std::pow(10, std::floor(std::log10(p.max - p.min)) - 2);
    value = base::round_to(std::round(value / step) * step, 12);
  }
  return std::clamp(value, p.min, p.max);
}

double slider_moved(const base::Parameter& p, double value, double by) {
  const double from = slider_place(p, value);
  double moved = value;
  for (; moved == value && std::abs(by) <= 1; by *= 2) moved = slider_value(p, from + by);
  return moved;
}

std::string seconds_text(int64_t ticks) {
  return fixed(static_cast<double>(ticks) / sim::Clock::steps_per_second, 1) + " s";
}

}  // namespace ui
