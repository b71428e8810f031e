#include "ui/panels/frame/file_list.h"

#include <gtest/gtest.h>

namespace {

using ui::fuzzy_match;

int score(std::string_view pattern, std::string_view text) {
  const auto match = fuzzy_match(pattern, text);
  return match ? match->score : -1000;
}

TEST(Fuzzy, MatchesSubsequences) {
  EXPECT_TRUE(fuzzy_match("dy", "double-y"));
  EXPECT_TRUE(fuzzy_match("DY 25", "double-y-25"));
  EXPECT_TRUE(fuzzy_match("", "anything"));
  EXPECT_TRUE(fuzzy_match("", ""));
  EXPECT_FALSE(fuzzy_match("yd", "double-y"));
  EXPECT_FALSE(fuzzy_match("x", ""));
  EXPECT_FALSE(fuzzy_match("yy", "y"));
}

TEST(Fuzzy, SaysWhatItMatched) {
  EXPECT_EQ(fuzzy_match("dy", "double-y")->positions, (std::vector<int>{0, 7}));
  // the start of the word, not the first letter that fits
  EXPECT_EQ(fuzzy_match("a", "single-arm")->positions, std::vector<int>{7});
  EXPECT_EQ(fuzzy_match("reach", "out-of-reach")->positions, (std::vector<int>{7, 8, 9, 10, 11}));
  for (const char* pattern : {"o", "oo", "out", "ofr", "oreach"}) {
    const auto match = fuzzy_match(pattern, "out-of-reach");
    ASSERT_TRUE(match) << pattern;
    ASSERT_EQ(match->positions.size(), std::string_view(pattern).size());
    for (size_t i = 0; i < match->positions.size(); ++i) {
      EXPECT_EQ("out-of-reach"[match->positions[i]], pattern[i]);
      if (i > 0) {
        EXPECT_GT(match->positions[i], match->positions[i - 1]);
      }
    }
  }
}

TEST(Fuzzy, BetterMatchesScoreMore) {
  EXPECT_GT(score("y", "y"), score("y", "double-y"));
  EXPECT_GT(score("do", "double-y"), score("do", "dynamic-object"));
  EXPECT_GT(score("arm", "single-arm"), score("arm", "a-rather-mixed"));
  EXPECT_GT(score("d25", "double-y-25"), score("d25", "undone2of5"));
  EXPECT_GT(score("double-y", "double-y"), score("double-y", "double-y-25"));
}

TEST(Fuzzy, TakesAnyBytes) {
  EXPECT_TRUE(fuzzy_match("é", "café"));
  const std::string long_text(5000, 'a');
  EXPECT_TRUE(fuzzy_match("aaaa", long_text));
  EXPECT_FALSE(fuzzy_match("ab", long_text));
}

}  // namespace
