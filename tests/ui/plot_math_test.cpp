#include "ui/plots/plot_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ui/plots/plot.h"

namespace {

using ui::Range;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// A ring like a history's: values of steps first <= s < end in two pieces.
struct Ring {
  std::vector<float> slots;
  int64_t first, end;
  ui::Samples samples() {
    return {[this](int64_t step) {
              const auto capacity = static_cast<int64_t>(slots.size());
              const int64_t slot = step % capacity;
              return std::span<const float>(slots.data() + slot,
                                            std::min(end - step, capacity - slot));
            },
            first, end};
  }
};

Ring ring(int64_t capacity, int64_t first, int64_t end, const std::function<float(int64_t)>& f) {
  Ring result{std::vector<float>(static_cast<size_t>(capacity)), first, end};
  for (int64_t s = first; s < end; ++s) result.slots[static_cast<size_t>(s % capacity)] = f(s);
  return result;
}

TEST(Decimate, KeepsEveryExtreme) {
  Ring data = ring(36000, 5000, 41000, [](int64_t s) {
    return s == 20001 ? 9.f : s == 30002 ? -9.f : std::sin(static_cast<float>(s) * 0.01f);
  });
  std::vector<ui::Point> points;
  ui::decimate(data.samples(), 0, 1'000'000, 100, points);
  EXPECT_LE(points.size(), 2 * 361u);
  bool high = false, low = false;
  for (size_t i = 0; i < points.size(); ++i) {
    if (i > 0) {
      EXPECT_GT(points[i].step, points[i - 1].step);
    }
    high |= std::abs(points[i].step - 20001) < 100 && points[i].value == 9;
    low |= std::abs(points[i].step - 30002) < 100 && points[i].value == -9;
  }
  EXPECT_TRUE(high && low);
}

TEST(Decimate, DoesNotShimmer) {
  Ring before = ring(1000, 0, 900, [](int64_t s) { return static_cast<float>(s * 7919 % 101); });
  Ring after = ring(1000, 0, 903, [](int64_t s) { return static_cast<float>(s * 7919 % 101); });
  std::vector<ui::Point> a, b;
  ui::decimate(before.samples(), 0, 900, 10, a);
  ui::decimate(after.samples(), 0, 903, 10, b);
  for (size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].step, b[i].step);
}

TEST(Decimate, OddData) {
  std::vector<ui::Point> points;
  ui::decimate({[](int64_t) { return std::span<const float>(); }, 0, 0}, 0, 100, 4, points);
  EXPECT_TRUE(points.empty());
  Ring one = ring(4, 2, 3, [](int64_t) { return 5.f; });
  ui::decimate(one.samples(), -100, 100, 7, points);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].value, 5);
  Ring gap = ring(30, 0, 30, [](int64_t s) { return s == 15 ? nan : 1.f; });
  ui::decimate(gap.samples(), 0, 30, 10, points);
  ASSERT_EQ(points.size(), 3u);
  EXPECT_FALSE(std::isfinite(points[1].value));
}

TEST(Decimate, LeastAndGreatestOfAnyNumberOfValues) {
  Ring data =
      ring(1000, 0, 1000, [](int64_t s) { return static_cast<float>(s * 37 % 1000 - 500); });
  for (int64_t count : {2, 7, 8, 9, 100, 999, 1000}) {
    const auto end = data.slots.begin() + count;
    std::vector<ui::Point> points;
    ui::decimate(data.samples(), 0, count, 1000, points);
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(std::min(points[0].value, points[1].value),
              *std::min_element(data.slots.begin(), end));
    EXPECT_EQ(std::max(points[0].value, points[1].value),
              *std::max_element(data.slots.begin(), end));
  }
}

TEST(Extent, OfWhatIsFinite) {
  const std::vector<ui::Point> points{{0, -3}, {1, nan}, {2, 0}, {3, 2}, {4, 4}};
  ui::Extent all, positive, nothing;
  all.add(points, 10, false);
  EXPECT_EQ(all.range, (Range{-30, 40}));
  positive.add(points, 1, true);
  EXPECT_EQ(positive.range, (Range{2, 4}));
  nothing.add({}, 1, false);
  EXPECT_FALSE(nothing.any);
}

/// An axis of 3e-17 would say nothing.
TEST(FitValues, DoesNotMagnifyRounding) {
  const std::array one{ui::Series{.name = "one", .color = {}, .samples = {}}};
  ui::PlotData data{.title = "", .unit = "", .help = "", .series = one, .marks = {}, .least = 1e-9};
  for (const bool log : {false, true}) {
    ui::PlotState state;
    state.log = log;
    const double top = ui::fit_values(data, state, {{{0, 1e-17f}, {1, 3e-17f}}}, {}).hi;
    EXPECT_GT(top, 0.99e-9);
    EXPECT_LT(top, 1e-8);
    data.least = 0;
    const Range large = ui::fit_values(data, state, {{{0, 0.1f}, {1, 0.3f}}}, {});
    data.least = 1e-9;
    EXPECT_EQ(ui::fit_values(data, state, {{{0, 0.1f}, {1, 0.3f}}}, {}), large);
  }
}

}  // namespace
