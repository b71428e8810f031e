#include "sim/timeline/timeline.h"

#include <gtest/gtest.h>

#include "support/bodies.h"
#include "support/effort.h"
#include "support/refusal.h"

namespace {

using Eigen::VectorXd;

VectorXd pose_of(const sim::Simulation& simulation, int run = 0) {
  return simulation.runs()[static_cast<size_t>(run)].solver().pose().theta;
}

/// Records every pose of a timeline while it is stepped and gets commands.
struct Timeline : testing::Test {
  void go(int64_t steps) {
    while (steps-- > 0) {
      timeline.step();
      poses.push_back(pose_of(timeline.simulation()));
    }
  }
  /// Performs the commands of a busy user during a quarter of a minute.
  void live() {
    timeline.apply(sim::SetParameter{"lambda", 0.3});
    go(100);
    timeline.apply(sim::SetParameter{"dmax_mode", 2});
    go(150);
    timeline.apply(sim::ChooseMethod{"sdls"});
    timeline.apply(sim::HoldTarget{0, {3, 0, 1}});
    go(77);
    timeline.apply(sim::ReleaseTarget{0, sim::ReleaseTarget::To::Swing});
    timeline.apply(sim::SetParameter{"target_speed", 0.5});
    go(200);
    timeline.apply(sim::AddRun{});
    timeline.apply(sim::ChooseMethod{"nlp"});
    timeline.apply(sim::Perturb{});
    go(120);
    timeline.apply(sim::Undo{});
    timeline.apply(sim::Restart{});
    go(33);
    timeline.apply(sim::ChooseMethod{"hybrid"}, 0);
    timeline.apply(sim::Undo{});
    timeline.apply(sim::Redo{});
    go(220);
  }
  sim::Timeline timeline{sim::Simulation(test::y_scene())};
  std::vector<VectorXd> poses{pose_of(timeline.simulation())};
};

TEST_F(Timeline, GoesBackToEveryMomentBitByBit) {
  live();
  ASSERT_EQ(timeline.end(), 900);
  for (int64_t tick : {899, 1, 0, 119, 120, 121, 880, 450, 327, 328, 647, 646, 900, 12, 240}) {
    timeline.seek(tick);
    EXPECT_EQ(timeline.now(), tick);
    // At a tick with a restart the pose is that of the step, not the one after the restart.
    EXPECT_EQ(pose_of(timeline.simulation()), poses[static_cast<size_t>(tick)]) << tick;
  }
}

TEST_F(Timeline, GoesBackStepByStepBitByBit) {
  live();
  for (int64_t tick = 899; tick >= 0; tick -= test::sanitized ? 4 : 1) {
    timeline.seek(tick);
    ASSERT_EQ(pose_of(timeline.simulation()), poses[static_cast<size_t>(tick)]) << tick;
  }
}

TEST_F(Timeline, ReviewsTheLastStepsAsTheyWere) {
  live();
  for (const int64_t tick : {900, 478, 328, 121, 40, 0}) {
    timeline.seek(tick);
    int64_t seen = std::max<int64_t>(tick - 90, 0);
    timeline.replay_last(90, [&](const sim::Simulation& then) {
      EXPECT_EQ(pose_of(then), poses[static_cast<size_t>(++seen)]) << seen << " before " << tick;
    });
    EXPECT_EQ(seen, tick);
    EXPECT_EQ(timeline.now(), tick);
  }
}

TEST_F(Timeline, OneFutureIsNotTakenForAnother) {
  go(835);
  timeline.seek(800);
  timeline.apply(sim::SetParameter{"target_speed", 2});
  go(15);
  timeline.seek(810);
  EXPECT_EQ(pose_of(timeline.simulation()), poses[835 + 10]);
  timeline.switch_to_branch(0);
  EXPECT_EQ(pose_of(timeline.simulation()), poses[835]);
}

TEST_F(Timeline, HasAFewCopiesOnTheWayBackThatAreForgotten) {
  go(900);
  const size_t copy = timeline.simulation().bytes(), before = timeline.bytes();
  timeline.seek(839);
  EXPECT_NEAR((timeline.bytes() - before) / copy, 10, 1);
  timeline.seek(838);
  EXPECT_NEAR((timeline.bytes() - before) / copy, 10, 1);
  timeline.seek(725);
  EXPECT_EQ(timeline.bytes(), before);
  timeline.seek(900);
  EXPECT_EQ(timeline.bytes(), before);
}

TEST_F(Timeline, PlaysAgainAsItWas) {
  live();
  const sim::History before = timeline.history(0);
  timeline.seek(0);
  for (size_t tick = 1; tick <= 900; ++tick) {
    timeline.step();
    ASSERT_EQ(pose_of(timeline.simulation()), poses[tick]) << tick;
  }
  EXPECT_FALSE(timeline.in_past());
  EXPECT_TRUE(timeline.branches().empty());
  for (int channel = 0; channel < before.channels(); ++channel)
    for (int64_t tick = before.first(); tick < before.end(); ++tick)
      ASSERT_EQ(before.at(channel, tick), timeline.history(0).at(channel, tick));
  go(1);
  EXPECT_EQ(timeline.end(), 901);
}

TEST_F(Timeline, SteppedAgainByHandFromTheLogItIsTheSame) {
  live();
  sim::Simulation again(test::y_scene());
  again.enable_undo();
  size_t next = 0;
  for (int64_t tick = 0; tick < 900; ++tick) {
    for (; next < timeline.log().size() && timeline.log()[next].tick == tick; ++next)
      again.apply(timeline.log()[next].command, timeline.log()[next].run_serial);
    again.step();
    ASSERT_EQ(pose_of(again), poses[static_cast<size_t>(tick) + 1]) << tick;
  }
}

TEST_F(Timeline, ShowsTheCurvesAsTheyWere) {
  live();
  timeline.seek(300);
  EXPECT_EQ(timeline.history(0).end(), 301);
  EXPECT_EQ(timeline.history(0).marks().size(), 2u);  // lambda was set before the first step
  timeline.seek(900);
  EXPECT_EQ(timeline.history(0).end(), 901);
}

TEST_F(Timeline, TheCurvesOfARunThatReturnsBeginAnew) {
  go(100);
  timeline.apply(sim::AddRun{});
  go(100);
  timeline.apply(sim::RemoveRun{}, 1);
  go(100);
  timeline.apply(sim::Undo{});
  EXPECT_EQ(timeline.history(1).size(), 0);
  go(5);
  EXPECT_EQ(timeline.history(1).size(), 5);
  EXPECT_EQ(timeline.history(0).size(), 305);
}

TEST_F(Timeline, ARunThatIsAddedInThePastHasNoCurvesOfAnother) {
  go(200);
  timeline.apply(sim::AddRun{});
  go(50);
  timeline.seek(60);
  timeline.apply(sim::AddRun{});
  go(7);
  EXPECT_EQ(timeline.history(1).size(), 7);
}

TEST_F(Timeline, ACommandInThePastBranches) {
  live();
  timeline.seek(300);
  timeline.apply(sim::SetParameter{"target_speed", 2});
  EXPECT_EQ(timeline.end(), 300);
  EXPECT_EQ(timeline.history(0).last_recorded(), 300);
  ASSERT_EQ(timeline.branches().size(), 1u);
  EXPECT_EQ(timeline.branches()[0].fork, 300);
  EXPECT_EQ(timeline.branches()[0].end, 900);
  for (int i = 0; i < 50; ++i) timeline.step();
  const VectorXd other = pose_of(timeline.simulation());
  EXPECT_NE(other, poses[350]);

  timeline.switch_to_branch(0);  // the first branch again
  EXPECT_EQ(timeline.now(), 900);
  EXPECT_EQ(pose_of(timeline.simulation()), poses[900]);
  timeline.seek(350);
  EXPECT_EQ(pose_of(timeline.simulation()), poses[350]);
  timeline.switch_to_branch(0);  // and the second
  EXPECT_EQ(timeline.now(), 350);
  EXPECT_EQ(pose_of(timeline.simulation()), other);
}

TEST_F(Timeline, LookingChangesNoTrajectoryAndStaysInTime) {
  live();
  const int second = timeline.simulation().runs()[1].serial;
  timeline.seek(700);
  timeline.apply(sim::SelectRun{.serial = second});
  timeline.apply(sim::MuteRun{.serial = 0, .muted = true});
  EXPECT_TRUE(timeline.in_past());
  timeline.seek(690);
  EXPECT_EQ(timeline.simulation().run().serial, second);
  EXPECT_TRUE(timeline.simulation().runs()[0].muted);
  timeline.seek(10);  // only one run exists then
  EXPECT_EQ(timeline.simulation().run().serial, 0);
}

TEST_F(Timeline, ForgetsWhatIsOlderThanTenMinutes) {
  go(sim::Timeline::capacity + 500);
  EXPECT_GT(timeline.first(), 0);
  EXPECT_LE(timeline.first(), 500);
  EXPECT_GE(timeline.first(), 500 - 120);
  timeline.seek(-5);
  EXPECT_EQ(timeline.now(), timeline.first());
  EXPECT_EQ(pose_of(timeline.simulation()), poses[static_cast<size_t>(timeline.first())]);
  timeline.seek(20'000);
  EXPECT_EQ(pose_of(timeline.simulation()), poses[20'000]);
  timeline.seek(1'000'000);
  EXPECT_EQ(timeline.now(), timeline.end());
  EXPECT_LT(timeline.bytes(), sim::Timeline::memory_budget);
}

/// Copies that would take too much memory are made less often. If seeking would then be slow, less
/// of the past is kept. Their size is first checked when there are eight of them.
TEST(TimelineOfManyBodies, HasFewerCopiesThenLessOfThePast) {
  sim::Timeline timeline{sim::Simulation(test::double_y_25_scene())};
  const auto copies = [&] { return timeline.bytes() / timeline.simulation().bytes(); };
  for (const int64_t spacing : {120, 240, 480}) {
    while (timeline.now() < 7 * spacing - 1) timeline.step();
    EXPECT_EQ(timeline.first(), 0);
    timeline.apply(sim::SetParameter{"bodies", 1000});
    ASSERT_GT(8 * timeline.simulation().bytes(), sim::Timeline::memory_budget);
    EXPECT_EQ(copies(), 7u);
    timeline.step();
    const bool at_most = spacing == sim::Timeline::max_spacing;
    EXPECT_EQ(copies(), at_most ? 7u : 4u) << spacing;
    EXPECT_EQ(timeline.first(), at_most ? spacing : 0) << spacing;
    timeline.apply(sim::SetParameter{"bodies", 1});
  }
}

TEST_F(Timeline, KeepsAFewFuturesOnly) {
  go(10);
  for (int i = 0; i < 10; ++i) {
    timeline.seek(5);
    timeline.apply(sim::SetParameter{"lambda", 0.1 * (i + 1)});
    for (int step = 0; step < 5; ++step) timeline.step();
  }
  EXPECT_EQ(timeline.branches().size(), sim::Timeline::max_branches);
  EXPECT_NE(test::refusal([&] { timeline.switch_to_branch(7); }), "");
}

TEST_F(Timeline, ARefusedCommandLeavesNoTrace) {
  go(10);
  EXPECT_NE(test::refusal([&] { timeline.apply(sim::SetParameter{"lambda", -1}); }), "");
  EXPECT_TRUE(timeline.log().empty());
  timeline.seek(5);
  EXPECT_NE(test::refusal([&] { timeline.apply(sim::ChooseMethod{"newton"}); }), "");
  EXPECT_EQ(timeline.end(), 10) << "a refusal is no reason to leave the future";
}

/// If the curves are empty, a change restarts them (found by the random test).
TEST(TimelineFromTheStart, AChangeAtTheVeryBeginningKeepsEveryRunsCurves) {
  for (const int runs : {1, 3}) {
    sim::Simulation begun(test::y_scene());
    for (int i = 1; i < runs; ++i) begun.apply(sim::AddRun{});
    sim::Timeline timeline{std::move(begun)};
    for (int i = 0; i < 50; ++i) timeline.step();
    timeline.seek(0);
    timeline.apply(sim::ChooseMethod{"sdls"});
    ASSERT_EQ(timeline.simulation().runs().size(), static_cast<size_t>(runs));
    for (const sim::Run& run : timeline.simulation().runs())
      EXPECT_EQ(timeline.history(run.serial).size(), 0) << run.serial;
    for (int i = 0; i < 10; ++i) timeline.step();
    for (const sim::Run& run : timeline.simulation().runs())
      EXPECT_EQ(timeline.history(run.serial).size(), 10) << run.serial;
  }
}

}  // namespace
