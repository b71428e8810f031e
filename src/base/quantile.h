#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace base {

/// Returns the index of a quantile among `count` numbers in ascending order; of the two middle
/// numbers, the median is the lower.
constexpr int64_t quantile_rank(double fraction, int64_t count) {
  return static_cast<int64_t>(fraction * static_cast<double>(count - 1));
}

template <typename T>
T quantile(std::vector<T> values, double fraction = 0.5) {  ///< 0 of none
  if (values.empty()) return 0;
  const auto found = values.begin() + quantile_rank(fraction, std::ssize(values));
  std::nth_element(values.begin(), found, values.end());
  return *found;
}

/// Returns the median of durations, or their mean if it is 0, as with a coarse clock.
template <typename T>
double median_duration(const std::vector<T>& durations) {
  const T median = quantile(durations);
  if (median > 0 || durations.empty()) return static_cast<double>(median);
  return static_cast<double>(std::accumulate(durations.begin(), durations.end(), T(0))) /
         static_cast<double>(durations.size());
}

}  // namespace base
