#include "chart/axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using chart::Axis;
using chart::Range;
using chart::Tick;

std::vector<Tick> named(const Axis& axis, int most) {
  std::vector<Tick> all = chart::ticks(axis, most);
  std::erase_if(all, [](const Tick& tick) { return tick.text.empty(); });
  return all;
}

std::string texts(const Axis& axis, int most = 6) {
  std::string text;
  for (const Tick& tick : named(axis, most)) text += tick.text + " ";
  return text;
}

TEST(Ticks, StepsOfOneTwoFive) {
  EXPECT_EQ(texts({{0, 10}}, 5), "0 2 4 6 8 10 ");
  EXPECT_EQ(texts({{-0.3, 0.3}}), "-0.3 -0.2 -0.1 0.0 0.1 0.2 0.3 ");
  EXPECT_EQ(texts({{0.1, 0.2}}, 2), "0.10 0.15 0.20 ");
  EXPECT_EQ(texts({{0, 1}}), "0.0 0.2 0.4 0.6 0.8 1.0 ");
  EXPECT_EQ(texts({{2.6e-16, 3.1e-16}}),
            "2.6·10⁻¹⁶ 2.7·10⁻¹⁶ 2.8·10⁻¹⁶ 2.9·10⁻¹⁶ 3·10⁻¹⁶ 3.1·10⁻¹⁶ ");
  EXPECT_EQ(texts({{0, 3e5}}, 3), "0 10⁵ 2·10⁵ 3·10⁵ ");
  EXPECT_EQ(texts({{0, 2e-10}}, 4), "0 5·10⁻¹¹ 10⁻¹⁰ 1.5·10⁻¹⁰ 2·10⁻¹⁰ ");
}

TEST(Ticks, OfALogAxis) {
  EXPECT_EQ(texts({{1e-2, 10}, true}), "0.01 0.1 1 10 ");
  EXPECT_EQ(texts({{0.05, 5}, true}), "0.05 0.1 0.2 0.5 1 2 5 ");
  EXPECT_EQ(texts({{1e-6, 1}, true}), "10⁻⁶ 10⁻⁵ 10⁻⁴ 0.001 0.01 0.1 1 ");
  EXPECT_EQ(texts({{0.41, 0.47}, true}), "0.41 0.42 0.43 0.44 0.45 0.46 0.47 ");
  EXPECT_EQ(texts({{0.38, 1.8}, true}), "0.5 1.0 1.5 ");
  EXPECT_EQ(texts({{1, 1e5}, true}, 3), "1 100 10⁴ ");
  EXPECT_LE(named({{1e-16, 10}, true}, 6).size(), 7u);
}

TEST(Ticks, SmallOnesDivideTheStepEvenly) {
  for (const auto& [hi, parts] : {std::pair(5., 5), std::pair(10., 4), std::pair(25., 5)}) {
    const std::vector<Tick> all = chart::ticks({{0, hi}}, 5);
    ASSERT_EQ(all.size(), static_cast<size_t>(5 * parts + 1)) << hi;
    for (size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(all[i].text.empty(), i % static_cast<size_t>(parts) != 0) << hi << " " << i;
      EXPECT_NEAR(all[i].at, static_cast<double>(i) / (5 * parts), 1e-12);
      EXPECT_NEAR(all[i].value, all[i].at * hi, 1e-12 * hi);
    }
  }
  EXPECT_EQ(chart::ticks({{1, 100}, true}, 6).size(), 19u);
}

TEST(Ticks, AnyRangeGivesSomeAndNeverTooMany) {
  for (double size : {1e-12, 1e-3, 0.7, 1., 3., 4.9, 12345., 1e9, 1e200})
    for (double lo : {0., -0.4 * size, 5 * size})
      for (int most : {2, 3, 5, 10}) {
        const std::vector<Tick> ticks = named({{lo, lo + size}}, most);
        EXPECT_GE(ticks.size(), most >= 3 ? 2u : 1u) << lo << " " << size << " " << most;
        EXPECT_LE(static_cast<int>(ticks.size()), most + 1);
        for (const Tick& tick : ticks) {
          EXPECT_GE(tick.value, lo - 1e-6 * size);
          EXPECT_LE(tick.value, lo + size * (1 + 1e-6));
        }
      }
  EXPECT_TRUE(chart::ticks({{1, 1}}, 5).empty());
}

/// Nothing that a curve may become keeps a chart from being drawn.
TEST(Ticks, OfAnyRangeAreFewAndWithinIt) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const double hostile[] = {0,      -0.,     5e-324,   -5e-324,   1e-310,    2e-300, 1e-299,
                            1e-12,  1,       -1,       1 + 1e-15, 1e12,      1e15,   1e299,
                            -1e299, 1.7e308, -1.7e308, infinite,  -infinite, NAN};
  int drawn = 0;
  for (const double lo : hostile)
    for (const double hi : hostile)
      for (const bool log : {false, true})
        for (const int most : {0, 1, 8}) {
          const std::vector<Tick> ticks = chart::ticks({{lo, hi}, log}, most);
          EXPECT_LT(ticks.size(), 700u);
          for (const Tick& tick : ticks) {
            EXPECT_TRUE(std::isfinite(tick.value)) << lo << " " << hi << log;
            EXPECT_TRUE(tick.at >= 0 && tick.at <= 1) << lo << " " << hi << log;
            EXPECT_LT(tick.text.size(), 40u) << tick.value;
          }
          drawn += !ticks.empty();
          const Range fitted = chart::fit_range({lo, hi}, log);
          EXPECT_TRUE(fitted.valid() && std::isfinite(fitted.lo) && std::isfinite(fitted.hi))
              << lo << " " << hi << log;
          EXPECT_FALSE(named({fitted, log}, 8).empty()) << lo << " " << hi << log;
        }
  EXPECT_GT(drawn, 100);
}

TEST(Axis, ThereAndBack) {
  for (const Axis& axis : {Axis{{-2, 3}}, Axis{{1e-6, 100}, true}})
    for (double unit : {0., 0.25, 0.9, 1.})
      EXPECT_NEAR(axis.to_unit(axis.value(unit)), unit, 1e-12);
  EXPECT_LT((Axis{{1e-3, 1}, true}.to_unit(0)), 0);
  EXPECT_LT((Axis{{1e-3, 1}, true}.to_unit(-5)), 0);
}

TEST(Axis, ZoomKeepsThePlaceUnderTheMouse) {
  for (Axis axis : {Axis{{-2, 3}}, Axis{{1e-6, 100}, true}}) {
    const double there = axis.value(0.3);
    axis.zoom(0.3, 0.5);
    EXPECT_NEAR(axis.to_unit(there), 0.3, 1e-9);
    for (int i = 0; i < 500; ++i) axis.zoom(0.5, 0.5);
    EXPECT_TRUE(axis.range.valid());
    for (int i = 0; i < 500; ++i) axis.zoom(0.5, 2);
    EXPECT_TRUE(axis.range.valid() && std::isfinite(axis.range.size()));
  }
}

TEST(Fit, RoundEndsThatHoldTheData) {
  EXPECT_EQ(chart::fit_range({0.1, 0.93}, false), (Range{0, 1}));
  EXPECT_EQ(chart::fit_range({}, false), (Range{0, 1}));
  EXPECT_EQ(chart::fit_range({3, 3}, false).lo, 0);
  EXPECT_EQ(chart::fit_range({0, 0}, true), (Range{1e-3, 1}));
  EXPECT_EQ(chart::fit_range({0.02, 5}, true), (Range{0.01, 10}));
  EXPECT_NEAR(chart::fit_range({1e-17, 5}, true).lo, 1e-5, 1e-5);  // five decades, not eighteen
  EXPECT_TRUE(chart::fit_range({0.1, 0.1}, true).valid());
  for (double lo : {-7., -0.001, 0., 2.})
    for (double size : {1e-9, 0.3, 1., 4.99, 5., 1e6}) {
      const Range range = chart::fit_range({lo, lo + size}, false);
      EXPECT_LE(range.lo, lo);
      EXPECT_GE(range.hi, lo + size);
    }
}

TEST(Follow, DoesNotFlicker) {
  const Range now{0, 10};
  EXPECT_EQ(chart::follow_range(now, {0, 6}, false), now);     // a little smaller: stays
  EXPECT_EQ(chart::follow_range(now, {0, 4}, false).hi, 4);    // much smaller: follows
  EXPECT_EQ(chart::follow_range(now, {0, 12}, false).hi, 12);  // larger: follows at once
  EXPECT_EQ(chart::follow_range({}, {0, 2}, false).hi, 2);
  EXPECT_EQ(chart::follow_range({0, 1}, {1e-3, 1}, true).lo, 1e-3);  // was linear
}

}  // namespace
