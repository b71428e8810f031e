#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/digits.h"
#include "base/numbers.h"
#include "lab/json.h"
#include "lab/table.h"

namespace lab {

/// Counts how long steps took, in bins a sixteenth of an octave wide, and keeps the largest time.
class StepTimes {
 public:
  void add(int64_t ns) {
    largest_ = std::max(largest_, ns);
    const double octave = std::log2(static_cast<double>(std::max<int64_t>(ns, 1)));
    ++bins_[std::min(static_cast<size_t>(octave * per_octave), bins_.size() - 1)];
    ++count_;
  }

  std::string text() const {
    Table table({{"share of the steps"}, {"took less than, µs", true}}, "  ");
    for (const char* percent : {"50", "90", "99", "99.9", "99.99", "99.999", "99.9999"}) {
      const double share = 0.01 * *base::number(percent);
      const auto wanted = static_cast<int64_t>(std::ceil(share * static_cast<double>(count_)));
      if (wanted >= count_) break;
      int64_t seen = 0;
      size_t bin = 0;
      while ((seen += bins_[bin]) < wanted) ++bin;
      table.add_row(
          {std::string(percent) + " %", base::significant(std::min(end_of(bin), largest_us()), 3)});
    }
    table.add_row({"all", base::significant(largest_us(), 3)});
    return table.text(page_width());
  }

  /// Returns [end of the bin in µs, steps in it] for each bin that is not empty.
  ordered_json json() const {
    ordered_json all = ordered_json::array();
    for (size_t bin = 0; bin < bins_.size(); ++bin)
      if (bins_[bin] > 0) all.push_back({end_of(bin), bins_[bin]});
    return {{"bins", all}, {"largest_us", largest_us()}};
  }

 private:
  static constexpr size_t per_octave = 16, octaves = 36;  // up to a minute
  static double end_of(size_t bin) {
    return 1e-3 * std::exp2(static_cast<double>(bin + 1) / per_octave);
  }
  double largest_us() const { return 1e-3 * static_cast<double>(largest_); }

  std::array<int64_t, per_octave * octaves> bins_{};
  int64_t largest_ = 0, count_ = 0;
};

}  // namespace lab
