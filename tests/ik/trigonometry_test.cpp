#include "ik/model/trigonometry.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "support/random.h"

namespace {

/// Returns the distance from the exact value in units in the last place of the nearest double.
double ulps(double value, long double exact) {
  const double nearest = static_cast<double>(exact);
  const double ulp = std::nextafter(std::abs(nearest), INFINITY) - std::abs(nearest);
  return static_cast<double>(std::abs(value - exact) / ulp);
}

void expect_accurate(double angle) {
  std::array<double, 5> angles, sine, cosine;
  angles.fill(angle);
  ik::sincos(angles.data(), sine.data(), cosine.data(), 5);
  for (int i = 0; i < 5; ++i) {
    EXPECT_LE(ulps(sine[i], std::sin(static_cast<long double>(angle))), 2.5) << angle;
    EXPECT_LE(ulps(cosine[i], std::cos(static_cast<long double>(angle))), 2.5) << angle;
  }
}

TEST(Sincos, IsAccurateAtEverySize) {
  test::Random random(80);
  for (int trial = 0; trial < 200'000; ++trial) {
    const double size = random.log_uniform(1e-12, 1e9);
    expect_accurate(random.chance(0.5) ? size : -size);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Sincos, IsAccurateNearTheQuarterTurns) {
  test::Random random(81);
  for (int turn = -2000; turn <= 2000; ++turn) {
    expect_accurate(turn * std::numbers::pi / 2);
    expect_accurate(turn * std::numbers::pi / 4);
    expect_accurate(turn * std::numbers::pi / 2 + random.uniform(-1e-6, 1e-6));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Sincos, KnowsTheEasyOnes) {
  for (double angle : {0.0, -0.0, 1e-300, 1e-20, 524287.9, 524288.0, -524288.5, 1e15})
    expect_accurate(angle);
}

TEST(Sincos, DoesEveryAngleOfAMixedList) {
  std::array<double, 7> angles{0.1, -2, 1e6, 3, 700, -0.5, 1e12}, sine{}, cosine{};
  ik::sincos(angles.data(), sine.data(), cosine.data(), 7);
  for (size_t i = 0; i < angles.size(); ++i) {
    EXPECT_NEAR(sine[i], std::sin(angles[i]), 1e-15);
    EXPECT_NEAR(cosine[i], std::cos(angles[i]), 1e-15);
  }
}

TEST(Sincos, TouchesNothingBehindItsList) {
  for (const double behind : {0.5, 1e6}) {
    std::array<double, 4> angles{0.1, -2e6, 3, behind}, sine{}, cosine{};
    sine[3] = cosine[3] = 7;
    ik::sincos(angles.data(), sine.data(), cosine.data(), 3);
    EXPECT_EQ(sine[3], 7);
    EXPECT_EQ(cosine[3], 7);
  }
}

TEST(Atan2, IsAccurateAtEverySize) {
  test::Random random(82);
  const auto coordinate = [&] {
    const double size = random.log_uniform(1e-12, 1e12);
    return random.chance(0.5) ? size : -size;
  };
  for (int trial = 0; trial < 200'000 && !testing::Test::HasFailure(); ++trial) {
    const double x = coordinate(), y = random.chance(0.5) ? coordinate() : x * coordinate();
    const auto exact = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    EXPECT_LE(ulps(ik::atan2(y, x), exact), 2) << y << " " << x;
  }
}

TEST(Atan2, KnowsTheAxesAndInfinities) {
  for (const double x : {0., 1., 1e-300, 1e300, HUGE_VAL})
    for (const double y : {0., 1., 1e-300, 1e300, HUGE_VAL})
      for (const double sign_x : {1., -1.})
        for (const double sign_y : {1., -1.}) {
          const double expected = std::atan2(sign_y * y, sign_x * x);
          const double angle = ik::atan2(sign_y * y, sign_x * x);
          EXPECT_DOUBLE_EQ(angle, expected) << sign_y * y << " " << sign_x * x;
          EXPECT_EQ(std::signbit(angle), std::signbit(expected));
        }
  EXPECT_TRUE(std::isnan(ik::atan2(NAN, 1)));
  EXPECT_TRUE(std::isnan(ik::atan2(1, NAN)));
}

TEST(Asin, IsAccurateOverItsRange) {
  test::Random random(83);
  for (int trial = 0; trial < 50'000 && !testing::Test::HasFailure(); ++trial) {
    const double x = random.uniform(-1, 1);
    EXPECT_LE(ulps(ik::asin(x), std::asin(static_cast<long double>(x))), 3) << x;
  }
  for (const double x : {-1., 0., 1.}) EXPECT_DOUBLE_EQ(ik::asin(x), std::asin(x));
}

}  // namespace
