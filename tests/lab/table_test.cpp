#include "lab/table.h"

#include <gtest/gtest.h>

#include "base/numbers.h"

namespace {

TEST(Table, AlignsByLettersNotBytes) {
  lab::Table table({{"σ"}, {"value", true}});
  table.add_row({"λ²", "1"});
  table.add_row({"abc", "23.5"});
  EXPECT_EQ(table.text(80),
            "σ    value\n"
            "───  ─────\n"
            "λ²       1\n"
            "abc   23.5\n");
}

TEST(Table, WrapsTheLastColumn) {
  lab::Table table({{"key"}, {"meaning"}});
  table.add_row({"a", "one two three four five six seven"});
  EXPECT_EQ(table.text(29),
            "key  meaning\n"
            "───  ────────────────────────\n"
            "a    one two three four five\n"
            "     six seven\n");
}

TEST(Table, MissingCellsAreEmpty) {
  lab::Table table({{""}, {""}});
  table.add_row({"a"});
  EXPECT_EQ(table.text(80), "a\n");
}

TEST(Table, Digits) {
  EXPECT_EQ(base::percent(0.498), "50 %");
  EXPECT_EQ(base::percent(0.498, 1), "49.8 %");
  EXPECT_EQ(base::percent(0.0432), "4.3 %");
  EXPECT_EQ(lab::width("µσ×"), 3u);
}

}  // namespace
