#include "ui/plots/plot_math.h"

#include <cmath>
#include <limits>

#include "sim/metrics/measurement.h"

namespace ui {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// The least and the greatest of a million values a frame, found in several lanes at a time.
struct Hull {
  float lo = infinity, hi = -infinity;
  bool finite = true;  ///< whether all values are finite

  void add(std::span<const float> values) {
    constexpr size_t lanes = 8;
    float least[lanes], greatest[lanes], odd[lanes];
    std::fill_n(least, lanes, infinity);
    std::fill_n(greatest, lanes, -infinity);
    std::fill_n(odd, lanes, 0.f);
    const auto look = [&](float value, size_t k) {
      least[k] = value < least[k] ? value : least[k];
      greatest[k] = value > greatest[k] ? value : greatest[k];
      odd[k] += value - value;  // stays NaN once a value is not finite
    };
    const size_t whole = values.size() / lanes * lanes;
    for (size_t i = 0; i < whole; i += lanes)
      for (size_t k = 0; k < lanes; ++k) look(values[i + k], k);
    for (size_t i = whole; i < values.size(); ++i) look(values[i], 0);
    for (size_t k = 0; k < lanes; ++k) {
      lo = std::min(lo, least[k]);
      hi = std::max(hi, greatest[k]);
      finite &= odd[k] == 0;
    }
  }
};

}  // namespace

void decimate(const Samples& samples, int64_t first, int64_t end, int64_t bucket,
              std::vector<Point>& points) {
  points.clear();
  first = std::max(first, samples.first);
  end = std::min(end, samples.end);
  bucket = std::max<int64_t>(bucket, 1);
  std::span<const float> run;
  while (first < end) {
    const int64_t stop = std::min(end, (first / bucket + 1) * bucket);
    Hull hull;
    float opening = nan;  // the bucket's first value
    for (int64_t step = first; step < stop;) {
      if (run.empty()) run = samples.from(step);
      if (run.empty()) return;
      if (step == first) opening = run[0];
      const auto count = std::min(run.size(), static_cast<size_t>(stop - step));
      hull.add(run.first(count));
      run = run.subspan(count);
      step += static_cast<int64_t>(count);
    }
    const auto left = static_cast<double>(first), right = static_cast<double>(stop - 1);
    if (!hull.finite) {
      points.push_back({right, nan});
    } else if (hull.lo == hull.hi) {
      points.push_back({left, hull.lo});
    } else {
      const bool rising = opening - hull.lo < hull.hi - opening;
      points.push_back({left, rising ? hull.lo : hull.hi});
      points.push_back({right, rising ? hull.hi : hull.lo});
    }
    first = stop;
  }
}

void Extent::add(std::span<const Point> points, double factor, bool positive) {
  for (const Point& point : points)
    if (std::isfinite(point.value) && (!positive || point.value * factor > 0))
      add(point.value * factor);
}

Tone tone_of(double oscillation) {
  constexpr double lowest = 110, highest = 1760, of_lowest = 1e-3;  // Hz, Hz, rad/step²
  if (!std::isfinite(oscillation) || oscillation <= 0) return {};
  const double decades = std::log10(oscillation / of_lowest);
  const double heard = std::clamp(1 + std::log10(oscillation / sim::shaking), 0., 1.);
  return {std::clamp(lowest * std::pow(4, decades), lowest, highest),
          heard * heard * (3 - 2 * heard)};
}

}  // namespace ui
