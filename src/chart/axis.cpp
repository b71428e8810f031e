#include "chart/axis.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "base/text.h"

namespace chart {
namespace {

using base::fixed;
using base::significant;
using base::superscript;

constexpr double smallest = 1e-300, largest = 1e300;
constexpr double log_decades = 5;  // a log axis shows at most these unless zoomed

/// 1, 2 or 5 times a power of ten, not below x > 0.
double round_up_125(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  for (double digit : {1., 2., 5.})
    if (digit * power >= x * (1 - 1e-9)) return digit * power;
  return 10 * power;
}

Ticks ticks_by(double step, Range range, int most) {
  Ticks ticks{{}, step};
  const double first = std::ceil(range.lo / step - 1e-9);
  for (int i = 0; i <= most; ++i) {
    const double tick = (first + i) * step;
    if (tick > range.hi + 1e-9 * step) break;
    ticks.at.push_back(tick == 0 ? 0 : tick);  // no -0
  }
  return ticks;
}

Ticks linear_ticks(Range range, int most) {
  const double step = round_up_125(std::max(range.size() / std::max(most, 1), smallest));
  Ticks ticks = ticks_by(step, range, most);
  if (ticks.at.size() >= 2) return ticks;
  const double finer = round_up_125(0.4 * step);  // the next one below
  return range.size() / finer < most + 1 ? ticks_by(finer, range, most) : ticks;
}

Ticks log_ticks(Range range, int most) {
  Ticks ticks;
  const double lo = std::log10(std::max(range.lo, smallest)), hi = std::log10(range.hi);
  const int decades = static_cast<int>(std::floor(hi) - std::ceil(lo)) + 1;
  if (decades >= 2) {
    const int stride = std::max(1, (decades + most - 1) / std::max(most, 1));
    for (int d = static_cast<int>(std::ceil(lo)); d <= hi + 1e-9; ++d)
      if (d % stride == 0) ticks.at.push_back(std::pow(10, d));
    return ticks;
  }
  for (int d = static_cast<int>(std::floor(lo)); d <= hi; ++d)
    for (double digit : {1., 2., 5.})
      if (range.contains(digit * std::pow(10, d))) ticks.at.push_back(digit * std::pow(10, d));
  if (ticks.at.size() < 2) return linear_ticks(range, most);
  if (static_cast<int>(ticks.at.size()) > most) {
    std::erase_if(ticks.at, [](double tick) {
      const double d = std::log10(tick);
      return std::abs(d - std::round(d)) > 1e-6;
    });
  }
  return ticks;
}

/// "0.02", "10⁻⁴", "3·10⁵": for log axes.
std::string power_text(double value) {
  if (!(value > smallest && value < largest) || (value > 9e-4 && value < 9.9e3))
    return significant(value, 1);
  const double power = std::floor(std::log10(value) + 1e-9);
  const double digit = std::round(value / std::pow(10, power));
  return (digit > 1 ? fixed(digit, 0) + "·10" : "10") + superscript(static_cast<int>(power));
}

}  // namespace

double Axis::unit(double v) const {
  if (!log) return (v - range.lo) / range.size();
  if (!(v > 0)) return -1;
  const double lo = std::log(std::max(range.lo, smallest));
  return (std::log(v) - lo) / (std::log(range.hi) - lo);
}

double Axis::value(double u) const {
  if (!log) return range.lo + u * range.size();
  const double lo = std::log(std::max(range.lo, smallest));
  return std::exp(lo + u * (std::log(range.hi) - lo));
}

void Axis::zoom(double about, double factor) {
  const Range wanted{value(about - about * factor), value(about + (1 - about) * factor)};
  const double largest = std::max(std::abs(wanted.lo), std::abs(wanted.hi));
  if (wanted.size() > 1e-9 * largest && largest < 1e12) range = wanted;  // what doubles can show
}

void Axis::pan(double units) {
  const Range wanted{value(units), value(1 + units)};
  if (wanted.valid() && std::isfinite(wanted.lo) && std::isfinite(wanted.hi)) range = wanted;
}

Ticks ticks(const Axis& axis, int most) {
  const auto& [lo, hi] = axis.range;
  if (!axis.range.valid() || !(std::max(std::abs(lo), std::abs(hi)) < largest)) return {};
  if (axis.log && !(hi > smallest)) return {};
  return axis.log ? log_ticks(axis.range, most) : linear_ticks(axis.range, most);
}

std::string tick_text(double value, double step) {
  if (step <= 0) return power_text(value);
  const double largest = std::max(std::abs(value), step);
  if (largest >= 1e5 || step < 1e-4) return significant(value, 3);
  return fixed(value, std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9))));
}

Range fit(Range data, bool log) {
  const double size = std::max(std::abs(data.lo), std::abs(data.hi));
  if (!(size > smallest && size < largest) || !(data.lo <= data.hi)) data = {0, 0};
  if (log) {
    if (!(data.hi > smallest)) return {1e-3, 1};
    const double hi = std::log10(data.hi);
    const double lo = data.lo > smallest ? std::max(std::log10(data.lo), hi - log_decades) : hi - 3;
    Range range{std::pow(10, std::floor(lo)), std::pow(10, std::ceil(hi))};
    if (!(range.size() > 0.5 * range.hi)) range.lo = range.hi / 10;
    return range;
  }
  if (data.lo == 0 && data.hi == 0) return {0, 1};
  const double lo = std::min(data.lo, 0.), hi = std::max(data.hi, 0.);
  const double step = round_up_125((hi - lo) / 5);
  return {std::floor(lo / step + (lo < 0 ? -0.05 : 0)) * step,
          std::ceil(hi / step + (hi > 0 ? 0.05 : 0)) * step};
}

Range follow(Range current, Range wanted, bool log) {
  if (!current.valid() || (log && current.lo <= 0)) return wanted;
  const Axis axis{current, log};
  const double lo = axis.unit(wanted.lo), hi = axis.unit(wanted.hi);
  const bool left = lo < -1e-9 || hi > 1 + 1e-9, small = hi - lo < 0.5;
  return left || small ? wanted : current;
}

}  // namespace chart
