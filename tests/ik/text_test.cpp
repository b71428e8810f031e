// Texts of users in sentences of ours.

#include "base/text.h"
#include "base/numbers.h"

#include <gtest/gtest.h>

#include <limits>

namespace {

TEST(Text, WhatATerminalWouldObeyIsWrittenOut) {
  EXPECT_EQ(base::printable("plain λ₁ \"text\" \\n 漢 🦾"),
            "plain λ₁ \"text\" \\n 漢 🦾");
  EXPECT_EQ(base::printable("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(base::printable("\x1b[31mred\x7f"), "\\x1B[31mred\\x7F");
  EXPECT_EQ(base::printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(base::printable("\u009b31m \u202eevil \u2028 \ufeff"),
            "\\u009B31m \\u202Eevil \\u2028 \\uFEFF");
}

TEST(Text, BytesThatAreNoLettersAreWrittenOut) {
  EXPECT_EQ(base::printable("\xff\xfe"), "\\xFF\\xFE");
  EXPECT_EQ(base::printable("\xc3"), "\\xC3");                    // cut
  EXPECT_EQ(base::printable("\xc3(\xa9"), "\\xC3(\\xA9");         // its second byte is not there
  EXPECT_EQ(base::printable("\xc0\x8a"), "\\xC0\\x8A");           // a line end, too long
  EXPECT_EQ(base::printable("\xe0\x80\x8a"), "\\xE0\\x80\\x8A");  // the same
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
  EXPECT_EQ(base::letters("λ₁ x"), 4u);
}

TEST(Text, ShortestReadsBack) {
  EXPECT_EQ(base::shortest(0.1), "0.1");
  EXPECT_EQ(base::shortest(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(std::stod(base::shortest(1.0 / 3)), 1.0 / 3);
}

}  // namespace
