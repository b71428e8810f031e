// Tests texts of users in the program's sentences.

#include "base/text.h"
#include "base/error.h"
#include "base/length_unit.h"
#include "base/numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace {

TEST(Text, FormatsTextsLettersAndWholeNumbers) {
  const std::string name = "joint {} 2";
  EXPECT_EQ(base::format("{}: {} of {}{}", name, 3, std::string_view("7"), '.'),
            "joint {} 2: 3 of 7.");
  EXPECT_STREQ(base::Error("{}:{}: {restart}", "a.toml", -1L).what(), "a.toml:-1: {restart}");
}

TEST(Text, WhatATerminalWouldObeyIsWrittenOut) {
  EXPECT_EQ(base::printable("plain λ₁ \"text\" \\n 漢 🦾"),
            "plain λ₁ \"text\" \\n 漢 🦾");
  EXPECT_EQ(base::printable("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(base::printable("\x1b[31mred\x7f"), "\\x1B[31mred\\x7F");
  EXPECT_EQ(base::printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(base::printable("\u009b31m \u202eevil \u2028 \ufeff"),
            "\\u009B31m \\u202Eevil \\u2028 \\uFEFF");
}

TEST(Text, TheShortestDigitsAreTheSameWithoutCharconv) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (std::isnan(value)) continue;
    EXPECT_EQ(base::shortest_by_trying(value), base::shortest(value));
    const double shown = static_cast<double>(random() % 2000000) * 1e-3 - 1000;
    EXPECT_EQ(base::shortest_by_trying(shown), base::shortest(shown));
  }
  constexpr double inf = std::numeric_limits<double>::infinity();
  for (const double value : {0., -0., 1., -1., 1e-7, 1e5, 123456., 1e21, 1e22, 5e-324, inf, -inf})
    EXPECT_EQ(base::shortest_by_trying(value), base::shortest(value));
}

TEST(Text, BytesThatAreNoLettersAreWrittenOut) {
  EXPECT_EQ(base::printable("\xff\xfe"), "\\xFF\\xFE");
  EXPECT_EQ(base::printable("\xc3"), "\\xC3");                    // cut
  EXPECT_EQ(base::printable("\xc3(\xa9"), "\\xC3(\\xA9");         // its second byte is not there
  EXPECT_EQ(base::printable("\xc0\x8a"), "\\xC0\\x8A");           // a line end, too long
  EXPECT_EQ(base::printable("\xe0\x80\x8a"), "\\xE0\\x80\\x8A");  // the same in three bytes
  EXPECT_EQ(base::printable("\xed\xa0\x80"), "\\xED\\xA0\\x80");  // half a pair
  EXPECT_EQ(base::printable("\xf4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80");
  EXPECT_EQ(base::printable("\xf5\x80\x80\x80"), "\\xF5\\x80\\x80\\x80");
  int seen = 0;
  for (int one = 0; one < 256; ++one)
    for (int other = 0; other < 256; ++other) {
      const std::string shown =
          base::printable(std::string{static_cast<char>(one), static_cast<char>(other)});
      EXPECT_EQ(base::printable(shown), shown);
      ++seen;
    }
  EXPECT_EQ(seen, 65536);
}

TEST(Text, QuotesAreCutBetweenLetters) {
  EXPECT_EQ(base::in_quotes("a\nb"), "\"a\\nb\"");
  const std::string most(60, 'x');
  EXPECT_EQ(base::in_quotes(most), '"' + most + '"');
  EXPECT_EQ(base::in_quotes(most + "y"), '"' + most + "...\"");
  EXPECT_EQ(base::in_quotes(most.substr(1) + "éé"), '"' + most.substr(1) + "é...\"");
  EXPECT_EQ(base::in_quotes(most.substr(1) + "\xc3"), '"' + most.substr(1) + "\\xC3\"");
  EXPECT_EQ(base::letter_count("λ₁ x"), 4u);
}

TEST(Text, ShortestReadsBack) {
  EXPECT_EQ(base::shortest(0.1), "0.1");
  EXPECT_EQ(base::shortest(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(std::stod(base::shortest(1.0 / 3)), 1.0 / 3);
}

TEST(LengthUnit, LengthsHaveAReadablePrefix) {
  const base::LengthUnit *m = base::find_length_unit("m"), *mm = base::find_length_unit("mm"),
                         *cm = base::find_length_unit("cm"), *inch = base::find_length_unit("in");
  ASSERT_TRUE(m && mm && cm && inch);
  EXPECT_EQ(base::find_length_unit("metre"), nullptr);
  EXPECT_EQ(base::length_text(0.0123, m), "12.3 mm");
  EXPECT_EQ(base::length_text(1.234, m), "1.23 m");
  EXPECT_EQ(base::length_text(-0.0123, m), "-12.3 mm");
  EXPECT_EQ(base::length_text(0.99951, m), "1.00 m");
  EXPECT_EQ(base::length_text(0.9994, m), "999 mm");
  EXPECT_EQ(base::length_text(0, m), "0 mm");
  EXPECT_EQ(base::length_text(1500, mm), "1.50 m");
  EXPECT_EQ(base::length_text(12, cm), "120 mm");
  EXPECT_EQ(base::length_text(12, inch), "12.0 in");
  EXPECT_EQ(base::length_text(0.0123, nullptr), "0.0123");
}

TEST(LengthUnit, WhatNoOneCanSeeIsNotToldInPowersOfTen) {
  const base::LengthUnit* m = base::find_length_unit("m");
  EXPECT_EQ(base::length_text(2.34e-17, m), "0 mm");
  EXPECT_EQ(base::length_text(2.34e-9, m), "< 0.001 mm");
  EXPECT_EQ(base::length_text(1.23e-6, m), "0.00123 mm");
  EXPECT_EQ(base::length_text(0, m), "0 mm");
  EXPECT_EQ(base::length_text(2.34e-14, nullptr), "0");
  EXPECT_EQ(base::length_text(2.34e-7, nullptr), "2.34·10⁻⁷");
  EXPECT_EQ(base::shown_number(1e-8, {"°", base::degrees}), "< 0.001");
}

TEST(LengthUnit, NamesWhatIsMadeOfUnits) {
  const base::LengthUnit* m = base::find_length_unit("m");
  EXPECT_EQ(base::with_name("unit", m), "m");
  EXPECT_EQ(base::with_name("unit/rad", m), "m/rad");
  EXPECT_EQ(base::with_name("unit²/rad²", m), "m²/rad²");
  EXPECT_EQ(base::with_name("(unit/rad)^r", m), "(m/rad)^r");
  EXPECT_EQ(base::with_name("unit/unit", m), "m/m");
  EXPECT_EQ(base::with_name("scene units per rad", m), "m per rad");
  EXPECT_EQ(base::with_name("rad or scene units", m), "rad or m");
  EXPECT_EQ(base::with_name("unit of time", m), "unit of time");
  EXPECT_EQ(base::with_name("rad", m), "rad");
  EXPECT_EQ(base::with_name("unit/rad", nullptr), "unit/rad");
}

}  // namespace
