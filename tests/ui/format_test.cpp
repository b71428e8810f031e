#include "ui/kit/format.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/numbers.h"
#include "ik/methods/method.h"
#include "sim/simulation.h"
#include "ui/options/options.h"

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

TEST(Format, SignificantDigits) {
  EXPECT_EQ(ui::grouped(999), "999");
  EXPECT_EQ(ui::grouped(-1234567.4), "-1 234 567");
  EXPECT_EQ(ui::significant(0, 3), "0");
  EXPECT_EQ(ui::significant(1.23456, 3), "1.23");
  EXPECT_EQ(ui::significant(0.0028, 2), "0.0028");
  EXPECT_EQ(ui::significant(-12.34, 3), "-12.3");
  EXPECT_EQ(ui::significant(999.96, 3), "1000");
  EXPECT_EQ(ui::significant(36000, 3), "36000");
  EXPECT_EQ(ui::significant(1.2e-7, 2), "1.2·10⁻⁷");
  EXPECT_EQ(ui::significant(4.56e9, 2), "4.6·10⁹");
  EXPECT_EQ(ui::significant(100000, 1), "10⁵");
  EXPECT_EQ(ui::significant(-std::numeric_limits<double>::max(), 3), "-1.8·10³⁰⁸");
  EXPECT_EQ(ui::significant(std::numeric_limits<double>::denorm_min(), 2), "4.9·10⁻³²⁴");
  EXPECT_EQ(ui::significant(inf, 3), "–");
  EXPECT_EQ(base::round_to(1.23456, 3), 1.23);
  EXPECT_EQ(base::round_to(std::numeric_limits<double>::max(), 3),
            std::numeric_limits<double>::max());
  EXPECT_EQ(ui::significant(std::nan(""), 3), "–");
}

TEST(Format, FixedHasNoMinusZero) {
  EXPECT_EQ(ui::fixed(-0.0001, 2), "0.00");
  EXPECT_EQ(ui::fixed(-0.5, 1), "-0.5");
  EXPECT_EQ(ui::fixed(2, 0), "2");
}

TEST(Format, Symbols) {
  EXPECT_EQ(ui::subscript("D_max"), "Dₘₐₓ");
  EXPECT_EQ(ui::subscript("γ_slide"), "γ_slide");  // Unicode has no lowered d
  EXPECT_EQ(ui::subscript("λ"), "λ");
  EXPECT_EQ(ui::superscript(-12), "⁻¹²");
  EXPECT_EQ(ui::title_of({.key = "max_angle_deg"}), "max angle");
}

TEST(Format, ShortNumbersHaveTheirPowersSet) {
  EXPECT_EQ(ui::short_number(8.2e-6, 2), "8.2·10⁻⁶");
  EXPECT_EQ(ui::short_number(5e-4, 1), "5·10⁻⁴");
  EXPECT_EQ(ui::short_number(-1e-5, 3), "-10⁻⁵");
  EXPECT_EQ(ui::short_number(0.5, 3), "0.5");
  EXPECT_EQ(ui::short_number(191.4, 2), "191");
  EXPECT_EQ(ui::short_number(12345, 3), "12345");
}

TEST(Format, Values) {
  const base::Parameter length{.key = "k",
                               .symbol = "k",
                               .unit = "unit",
                               .min = 0,
                               .max = 10,
                               .special = "inf",
                               .special_value = inf};
  EXPECT_EQ(ui::value_text(length, 0.5), "0.5 unit");
  EXPECT_EQ(ui::value_text(length, inf), "inf");
  EXPECT_EQ(ui::number_text(length, 1e-6), "10⁻⁶");
  EXPECT_EQ(ui::number_text(length, 2.5e-7), "2.5·10⁻⁷");
  const base::Parameter angle{.key = "a", .symbol = "a", .unit = "°", .max = 180};
  EXPECT_EQ(ui::value_text(angle, 45), "45°");
  EXPECT_EQ(ui::value_text(angle, -28.64788975654116), "-28.65°");
  EXPECT_EQ(ui::value_text(angle, 0.0057295779513), "0.0057296°");
  EXPECT_EQ(ui::number_text(length, 1. / 3), "0.33333");
}

/// Every parameter that a slider can show.
std::vector<base::Parameter> numbers() {
  std::vector<base::Parameter> all = sim::world::table();
  for (const ik::MethodInfo* method : ik::methods())
    all.insert(all.end(), method->parameters().begin(), method->parameters().end());
  all.insert(all.end(), ui::options::table().begin(), ui::options::table().end());
  std::erase_if(all, [](const base::Parameter& p) { return !p.choices.empty(); });
  return all;
}

TEST(Slider, EndsAreTheRangeAndEveryPlaceIsAllowed) {
  for (const base::Parameter& p : numbers()) {
    EXPECT_EQ(ui::slider_value(p, 0), p.min) << p.key;
    EXPECT_EQ(ui::slider_value(p, 1), p.max) << p.key;
    EXPECT_EQ(ui::slider_value(p, -3), p.min) << p.key;
    double last = -inf;
    for (int i = 0; i <= 1000; ++i) {
      const double value = ui::slider_value(p, i / 1000.);
      EXPECT_NO_THROW(base::check(p, value)) << p.key << " " << value;
      EXPECT_GE(value, last) << p.key;
      last = value;
    }
  }
}

TEST(Slider, PlaceAndValueAgree) {
  for (const base::Parameter& p : numbers()) {
    for (int i = 0; i <= 100; ++i) {
      const double value = ui::slider_value(p, i / 100.);
      const double position = ui::slider_position(p, value);
      EXPECT_GE(position, 0);
      EXPECT_LE(position, 1);
      EXPECT_NEAR(ui::slider_value(p, position), value, 0.011 * (p.max - p.min)) << p.key;
      if (!p.integer && value > p.min) {
        EXPECT_NEAR(position, i / 100., 0.01) << p.key;
      }
    }
  }
}

}  // namespace
