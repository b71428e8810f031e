#include "sim/timeline/history.h"

#include <gtest/gtest.h>

#include <set>

namespace {

using sim::History;

/// Stores the value s in the first channel of each column s.
void fill(History& history, int steps) {
  for (int step = 0; step < steps; ++step) {
    history.push();
    history.set(0, static_cast<double>(history.end() - 1));
  }
}

sim::Effect change(std::string subject, std::string value = {}) {
  return {.parts = {{nullptr, std::move(subject), std::move(value)}}};
}

TEST(History, ChannelsHaveIndicesOfTheirOwn) {
  const History history(3, 9, 10);
  std::set<int> indices;
  for (int i = 0; i < sim::channel::count; ++i) indices.insert(i);
  for (int i = 0; i < 3; ++i) indices.insert(history.error(i));
  for (int i = 0; i < 9; ++i) indices.insert(history.sigma(i));
  for (int i = 0; i < ik::max_readings; ++i) indices.insert(history.reading(i));
  EXPECT_EQ(indices.size(), 13u + 3 + 9 + ik::max_readings);
  EXPECT_EQ(static_cast<int>(indices.size()), history.channels());
  EXPECT_EQ(*indices.begin(), 0);
  EXPECT_EQ(*indices.rbegin(), history.channels() - 1);
}

TEST(History, CountsFromOneAndForgetsTheOldest) {
  History history(1, 3, 5);
  EXPECT_EQ(history.size(), 0);
  for (int steps = 1; steps <= 23; ++steps) {
    fill(history, 1);
    EXPECT_EQ(history.first(), std::max(steps - 4, 1));
    EXPECT_EQ(history.end(), steps + 1);
    EXPECT_EQ(history.size(), std::min(steps, 5));
    for (int64_t step = history.first(); step < history.end(); ++step)
      EXPECT_EQ(history.at(0, step), step) << steps;
  }
}

TEST(History, NewColumnsAreZero) {
  History history(1, 3, 2);
  for (int step = 0; step < 5; ++step) {
    history.push();
    for (int channel = 0; channel < history.channels(); ++channel) {
      EXPECT_EQ(history.at(channel, history.end() - 1), 0);
      history.set(channel, 7);
    }
  }
}

TEST(History, GivesItsColumnsInPieces) {
  for (int steps : {1, 4, 5, 7, 11, 12}) {
    History history(1, 3, 5);
    fill(history, steps);
    std::vector<float> all;
    for (int64_t step = history.first(); step < history.end();) {
      const auto piece = history.values_from(0, step);
      ASSERT_GT(piece.size(), 0u);
      all.insert(all.end(), piece.begin(), piece.end());
      step += static_cast<int64_t>(piece.size());
    }
    ASSERT_EQ(static_cast<int>(all.size()), history.size()) << steps;
    for (size_t i = 0; i < all.size(); ++i)
      EXPECT_EQ(all[i], history.first() + static_cast<int64_t>(i)) << steps;
  }
}

TEST(History, SummarisesTheLastColumns) {
  History history(1, 3, 10);
  EXPECT_EQ(history.mean(0, 5), 0);
  EXPECT_EQ(history.min(0, 5), 0);
  EXPECT_EQ(history.max(0, 5), 0);
  fill(history, 13);  // 4 .. 13
  EXPECT_EQ(history.mean(0, 3), 12);
  EXPECT_EQ(history.min(0, 3), 11);
  EXPECT_EQ(history.max(0, 3), 13);
  EXPECT_EQ(history.mean(0, 1000), 8.5);
  EXPECT_EQ(history.min(0, 1000), 4);
  EXPECT_EQ(history.mean(0, 0), 0);
}

TEST(HistoryMarks, AreKeptWithTheirSteps) {
  History history(1, 3, 1000);
  fill(history, 100);
  history.mark(10, change("dls"));
  history.mark(50, change("lambda", "0.7"));
  ASSERT_EQ(history.marks().size(), 2u);
  EXPECT_EQ(history.marks()[0].step, 10);
  EXPECT_EQ(text(history.marks()[1].effect), "lambda 0.7");
}

TEST(HistoryMarks, ASliderThatIsDraggedMakesOne) {
  History history(1, 3, 1000);
  for (int step = 0; step < 300; ++step) {
    fill(history, 1);
    if (step < 20) history.mark(step, change("lambda", std::to_string(step)));
  }
  ASSERT_EQ(history.marks().size(), 1u);
  EXPECT_EQ(history.marks()[0].step, 0);
  EXPECT_EQ(text(history.marks()[0].effect), "lambda 19");
  history.mark(20, change("lambda_max", "3"));  // another key that begins alike
  history.mark(20 + History::mark_spacing, change("lambda_max", "4"));
  EXPECT_EQ(history.marks().size(), 3u);
}

TEST(History, ShowsWhatThereWasAtAnEarlierStep) {
  History history(1, 3, 5, 100);
  EXPECT_EQ(history.size(), 0);
  EXPECT_EQ(history.first(), 101);
  fill(history, 7);
  history.mark(105, change("lambda", "1"));
  history.show_until(104);
  EXPECT_EQ(history.first(), 103);
  EXPECT_EQ(history.end(), 105);
  EXPECT_EQ(history.at(0, 104), 104);
  EXPECT_TRUE(history.marks().empty());
  history.show_until(107);
  EXPECT_EQ(history.end(), 108);
  EXPECT_EQ(history.marks().size(), 1u);
  history.show_until(104);
  history.drop_future();
  history.show_until(107);
  EXPECT_EQ(history.end(), 105);
  EXPECT_TRUE(history.marks().empty());
  history.show_until(99);  // before its first column
  EXPECT_EQ(history.size(), 0);
}

TEST(History, SummarisesNothingOfColumnsNotYetSeen) {
  History history(1, 3, 5);
  fill(history, 3);
  history.show_until(0);
  EXPECT_EQ(history.size(), 0);
  EXPECT_EQ(history.mean(0, 5), 0);
  EXPECT_EQ(history.min(0, 5), 0);
  EXPECT_EQ(history.max(0, 5), 0);
}

TEST(HistoryMarks, FadeWithTheirColumns) {
  History history(1, 3, 100);
  for (int step = 0; step < 1000; ++step) {
    fill(history, 1);
    if (step % 40 == 0) history.mark(step, change("lambda", std::to_string(step)));
  }
  EXPECT_LE(history.marks().size(), 4u);
}

}  // namespace
