#include "ui/plot_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using ui::Axis;
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

TEST(Ticks, StepsOfOneTwoFive) {
  const ui::Ticks ticks = ui::ticks({{0, 10}}, 5);
  EXPECT_EQ(ticks.step, 2);
  EXPECT_EQ(ticks.at, (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(ui::tick_text(4, ticks.step), "4");
  EXPECT_EQ(ui::ticks({{-0.3, 0.3}}, 6).at[3], 0);
  EXPECT_EQ(ui::tick_text(0.15, 0.05), "0.15");
  EXPECT_EQ(ui::tick_text(-0.1, 0.1), "-0.1");
}

TEST(Ticks, AnyRangeGivesSomeAndNeverTooMany) {
  for (double size : {1e-12, 1e-3, 0.7, 1., 3., 4.9, 12345., 1e9, 1e200})
    for (double lo : {0., -0.4 * size, 5 * size}) {
      for (int most : {2, 3, 5, 10}) {
        const ui::Ticks ticks = ui::ticks({{lo, lo + size}}, most);
        EXPECT_GE(ticks.at.size(), most >= 3 ? 2u : 1u) << lo << " " << size << " " << most;
        EXPECT_LE(static_cast<int>(ticks.at.size()), most + 1);
        for (double at : ticks.at) {
          EXPECT_GE(at, lo - 1e-6 * size);
          EXPECT_LE(at, lo + size * (1 + 1e-6));
          EXPECT_FALSE(ui::tick_text(at, ticks.step).empty());
        }
      }
    }
  EXPECT_TRUE(ui::ticks({{1, 1}}, 5).at.empty());
}

TEST(Ticks, PowersOfTenOnALogAxis) {
  EXPECT_EQ(ui::ticks({{1e-2, 10}, true}, 6).at.size(), 4u);
  EXPECT_LE(ui::ticks({{1e-16, 10}, true}, 6).at.size(), 7u);
  EXPECT_GE(ui::ticks({{0.2, 0.9}, true}, 6).at.size(), 2u);
  EXPECT_EQ(ui::tick_text(1e-4, 0), "10⁻⁴");
  EXPECT_EQ(ui::tick_text(0.01, 0), "0.01");
  EXPECT_EQ(ui::tick_text(1, 0), "1");
  EXPECT_EQ(ui::tick_text(2e5, 0), "2·10⁵");
}

TEST(Axis, ThereAndBack) {
  for (const Axis& axis : {Axis{{-2, 3}}, Axis{{1e-6, 100}, true}})
    for (double unit : {0., 0.25, 0.9, 1.}) EXPECT_NEAR(axis.unit(axis.value(unit)), unit, 1e-12);
  EXPECT_LT((Axis{{1e-3, 1}, true}.unit(0)), 0);
  EXPECT_LT((Axis{{1e-3, 1}, true}.unit(-5)), 0);
}

TEST(Axis, ZoomKeepsThePlaceUnderTheMouse) {
  for (Axis axis : {Axis{{-2, 3}}, Axis{{1e-6, 100}, true}}) {
    const double there = axis.value(0.3);
    axis.zoom(0.3, 0.5);
    EXPECT_NEAR(axis.unit(there), 0.3, 1e-9);
    for (int i = 0; i < 500; ++i) axis.zoom(0.5, 0.5);
    EXPECT_TRUE(axis.range.valid());
    for (int i = 0; i < 500; ++i) axis.zoom(0.5, 2);
    EXPECT_TRUE(axis.range.valid() && std::isfinite(axis.range.size()));
  }
}

TEST(Fit, RoundEndsThatHoldTheData) {
  EXPECT_EQ(ui::fit({0.1, 0.93}, false), (Range{0, 1}));
  EXPECT_EQ(ui::fit({}, false), (Range{0, 1}));
  EXPECT_EQ(ui::fit({3, 3}, false).lo, 0);
  EXPECT_EQ(ui::fit({0, 0}, true), (Range{1e-3, 1}));
  EXPECT_EQ(ui::fit({0.02, 5}, true), (Range{0.01, 10}));
  EXPECT_NEAR(ui::fit({1e-17, 5}, true).lo, 1e-5, 1e-5);  // five decades, not eighteen
  EXPECT_TRUE(ui::fit({0.1, 0.1}, true).valid());
  for (double lo : {-7., -0.001, 0., 2.})
    for (double size : {1e-9, 0.3, 1., 4.99, 5., 1e6}) {
      const Range range = ui::fit({lo, lo + size}, false);
      EXPECT_LE(range.lo, lo);
      EXPECT_GE(range.hi, lo + size);
    }
}

TEST(Follow, DoesNotFlicker) {
  const Range now{0, 10};
  EXPECT_EQ(ui::follow(now, {0, 6}, false), now);     // a little smaller: stays
  EXPECT_EQ(ui::follow(now, {0, 4}, false).hi, 4);    // much smaller: follows
  EXPECT_EQ(ui::follow(now, {0, 12}, false).hi, 12);  // larger: follows at once
  EXPECT_EQ(ui::follow({}, {0, 2}, false).hi, 2);
  EXPECT_EQ(ui::follow({0, 1}, {1e-3, 1}, true).lo, 1e-3);  // was linear
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

/// Nothing that a curve may become keeps a plot from being drawn.
TEST(PlotMath, AnyRangeHasFewTicksWithinIt) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const double hostile[] = {0,    5e-324, -5e-324, 1e-310,  1e-299,   1e-12,    1,         -1,
                            1e15, 1e299,  -1e299,  1.7e308, -1.7e308, infinite, -infinite, NAN};
  int drawn = 0;
  for (const double lo : hostile)
    for (const double hi : hostile)
      for (const bool log : {false, true})
        for (const int most : {0, 1, 8}) {
          const ui::Ticks ticks = ui::ticks({{lo, hi}, log}, most);
          EXPECT_LT(ticks.at.size(), 100u);
          for (const double tick : ticks.at) {
            EXPECT_TRUE(std::isfinite(tick)) << lo << " " << hi << log;
            EXPECT_LT(ui::tick_text(tick, ticks.step).size(), 40u) << tick;
          }
          drawn += !ticks.at.empty();
          const ui::Range fitted = ui::fit({lo, hi}, log);
          EXPECT_TRUE(fitted.valid() && std::isfinite(fitted.lo) && std::isfinite(fitted.hi))
              << lo << " " << hi << log;
          EXPECT_FALSE(ui::ticks({fitted, log}, 8).at.empty()) << lo << " " << hi << log;
        }
  EXPECT_GT(drawn, 100);
  for (const double value : hostile) EXPECT_FALSE(ui::tick_text(value, 0).empty());
}

}  // namespace
