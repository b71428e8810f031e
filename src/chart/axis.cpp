#include "chart/axis.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"

namespace chart {
namespace {

constexpr double smallest = 1e-300, largest = 1e300;
constexpr double log_decades = 5;  // a log axis shows at most these unless zoomed

/// 1, 2 or 5 times a power of ten, not below x > 0.
double round_up_125(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  for (double digit : {1., 2., 5.})
    if (digit * power >= x * (1 - 1e-9)) return digit * power;
  return 10 * power;
}

/// "0.02", "10⁻⁴", "3·10⁵": for log axes.
std::string power_text(double value) {
  if (!(value > smallest && value < largest) || (value > 9e-4 && value < 9.9e3))
    return base::significant(value, 1);
  const double power = std::floor(std::log10(value) + 1e-9);
  const double digit = std::round(value / std::pow(10, power));
  return (digit > 1 ? base::fixed(digit, 0) + "·10" : "10") +
         base::superscript(static_cast<int>(power));
}

/// Writes as many digits as tell a value from its neighbours.
std::string step_text(double value, double step) {
  const double size = std::max(std::abs(value), step);
  if (size < 1e5 && step >= 1e-4)
    return base::fixed(value, std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9))));
  constexpr int all = 15;
  const auto power = [](double x) { return static_cast<int>(std::floor(std::log10(x) + 1e-9)); };
  return base::significant(value, std::min(all, 1 + power(size) - power(step)));
}

void put(std::vector<Tick>& ticks, const Axis& axis, double value, std::string text) {
  constexpr double rounding = 1e-9;
  if (const double at = axis.to_unit(value); at >= -rounding && at <= 1 + rounding)
    ticks.push_back({value == 0 ? 0 : value, std::clamp(at, 0., 1.), std::move(text)});
}

std::vector<Tick> ticks_by(double step, const Axis& axis) {
  const double digit = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
  const int parts = std::lround(digit) == 2 ? 4 : 5;
  const double first = std::floor(axis.range.lo / step);
  const int count = static_cast<int>(axis.range.size() / step) + 2;
  std::vector<Tick> ticks;
  for (int i = 0; i <= count; ++i) {
    put(ticks, axis, (first + i) * step, step_text((first + i) * step, step));
    for (int k = 1; k < parts; ++k)
      put(ticks, axis, (first + i + static_cast<double>(k) / parts) * step, "");
  }
  return ticks;
}

size_t named(const std::vector<Tick>& ticks) {
  return static_cast<size_t>(
      std::ranges::count_if(ticks, [](const Tick& tick) { return !tick.text.empty(); }));
}

std::vector<Tick> linear_ticks(const Axis& axis, int most) {
  const double step = round_up_125(axis.range.size() / std::max(most, 1));
  std::vector<Tick> ticks = ticks_by(step, axis);
  if (named(ticks) >= 2) return ticks;
  const double finer = round_up_125(0.4 * step);  // the next one below
  return axis.range.size() / finer < most + 1 ? ticks_by(finer, axis) : ticks;
}

std::vector<Tick> log_ticks(const Axis& axis, int most) {
  std::vector<Tick> ticks;
  const double lo = std::log10(std::max(axis.range.lo, smallest)), hi = std::log10(axis.range.hi);
  constexpr double few = 0.7;  // decades
  if (hi - lo > few) {
    const int stride = std::max(1, static_cast<int>(std::ceil((hi - lo) / std::max(most, 1))));
    const bool between = 3 * (hi - lo) <= most;
    for (int power = static_cast<int>(std::floor(lo)); power <= hi + 1e-9; ++power)
      for (int digit = 1; digit < 10; ++digit) {
        const bool has_text =
            digit == 1 ? power % stride == 0 : between && (digit == 2 || digit == 5);
        const double value = digit * std::pow(10, power);
        if (has_text || stride == 1) put(ticks, axis, value, has_text ? power_text(value) : "");
      }
  }
  return named(ticks) < 2 ? linear_ticks(axis, most) : ticks;
}

}  // namespace

double Axis::to_unit(double v) const {
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

bool Axis::valid() const {
  const double most = std::max(std::abs(range.lo), std::abs(range.hi));
  if (!range.valid() || !(most < largest) || (log && !(range.hi > smallest))) return false;
  constexpr double rounding = 1e-15;
  return range.size() > std::max(smallest, rounding * most);
}

std::vector<Tick> ticks(const Axis& axis, int most) {
  if (!axis.valid()) return {};
  return axis.log ? log_ticks(axis, most) : linear_ticks(axis, most);
}

Range fit_range(Range data, bool log) {
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

Range follow_range(Range current, Range wanted, bool log) {
  if (!current.valid() || (log && current.lo <= 0)) return wanted;
  const Axis axis{current, log};
  const double lo = axis.to_unit(wanted.lo), hi = axis.to_unit(wanted.hi);
  const bool left = lo < -1e-9 || hi > 1 + 1e-9, small = hi - lo < 0.5;
  return left || small ? wanted : current;
}

}  // namespace chart
