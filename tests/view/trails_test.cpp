#include "view/pictures/trails.h"

#include <gtest/gtest.h>

namespace {

Eigen::Matrix3Xd at(double x) {
  Eigen::Matrix3Xd points(3, 2);
  points << x, -x, 0, 1, 0, 0;
  return points;
}

size_t pieces(const view::Trails& trails, int steps) {
  view::DrawList list;
  trails.draw(list, view::dark_palette(), steps, 1);
  return list.segments.size();
}

TEST(Trails, APieceAStepForEachEffector) {
  view::Trails trails(2, 100);
  EXPECT_EQ(pieces(trails, 50), 0u);
  for (int step = 1; step <= 11; ++step) trails.record(step, at(step));
  EXPECT_EQ(pieces(trails, 50), 20u);
}

TEST(Trails, FadeWithAge) {
  view::Trails trails(2, 100);
  for (int step = 1; step <= 60; ++step) trails.record(step, at(step));
  view::DrawList list;
  trails.draw(list, view::dark_palette(), 20, 1);
  EXPECT_EQ(list.segments.size(), 40u);
  EXPECT_EQ(list.segments.front().a.x, 60);
  EXPECT_GT(list.segments.front().color_a.a, 0.7f);
  EXPECT_EQ(list.segments.back().color_b.a, 0);
}

TEST(Trails, TimeTurnedBackTakesThemBack) {
  view::Trails trails(2, 5);
  for (int step = 1; step <= 8; ++step) trails.record(step, at(step));
  EXPECT_EQ(pieces(trails, 50), 8u) << "the oldest are forgotten";
  trails.record(6, at(6));
  EXPECT_EQ(pieces(trails, 50), 4u);
  trails.record(7, at(7));
  EXPECT_EQ(pieces(trails, 50), 6u);
}

TEST(Trails, APausedStepCountsOnceAndARestartClears) {
  view::Trails trails(2, 100);
  for (int step = 1; step <= 5; ++step) trails.record(step, at(step));
  trails.record(5, at(7));
  EXPECT_EQ(pieces(trails, 50), 8u);
  trails.record(0, at(0));
  EXPECT_EQ(pieces(trails, 50), 0u);
  trails.record(1, at(1));
  EXPECT_EQ(pieces(trails, 50), 2u);
}

TEST(Trails, AJumpInTimeIsNoLine) {
  view::Trails trails(2, 100);
  for (int step = 1; step <= 5; ++step) trails.record(step, at(step));
  for (int step = 200; step <= 205; ++step) trails.record(step, at(step));
  view::DrawList list;
  trails.draw(list, view::dark_palette(), 1000, 1);
  EXPECT_FALSE(list.segments.empty());
  for (const view::Segment& piece : list.segments) EXPECT_LT(glm::distance(piece.a, piece.b), 10);
}

TEST(Trails, ALongTrailHasFewPieces) {
  view::Trails trails(2, 2000);
  for (int step = 1; step <= 2000; ++step) trails.record(step, at(step));
  EXPECT_LE(pieces(trails, 2000), 2u * 162);
  EXPECT_GE(pieces(trails, 2000), 2u * 150);
}

}  // namespace
