#include "sim/world/recorded_path.h"

#include <gtest/gtest.h>

#include "sim/timeline/timeline.h"
#include "sim/world/limits.h"
#include "support/bodies.h"
#include "support/refusal.h"

namespace {

using Eigen::Vector3d;

struct RecordedPath : testing::Test {
  /// Drags a target along a quarter of a circle.
  void guide(int target, int steps) {
    for (int i = 0; i <= steps; ++i) {
      timeline.apply(sim::HoldTarget{target, on_the_way(static_cast<double>(i) / steps)});
      if (i < steps) timeline.step();
    }
    timeline.apply(sim::ReleaseTarget{target, sim::ReleaseTarget::To::Swing});
  }
  static Vector3d on_the_way(double share) {
    return {1.5 * std::cos(1.5 * share), 1.5 * std::sin(1.5 * share), 0.2};
  }
  sim::RecordedPath taken(int target) const {
    sim::RecordedPath path = sim::last_drag(timeline.log(), target, timeline.simulation());
    path.name = "way";
    return path;
  }
  sim::Timeline timeline{sim::Simulation(test::y_scene())};
};

TEST_F(RecordedPath, IsTheWayTheHandTook) {
  guide(0, 200);
  const sim::RecordedPath path = taken(0);
  EXPECT_NEAR(path.duration(), 200 * 0.005, 1e-12);
  EXPECT_NEAR(path.length(), 1.5 * 1.5, 1e-3);
  for (int i = 0; i < path.count(); ++i)
    EXPECT_LT((path.point(i) - on_the_way(i / (path.count() - 1.0))).norm(), 1e-12);
}

TEST_F(RecordedPath, IsTheLastOneAndOnlyOfThatTarget) {
  EXPECT_EQ(taken(0).count(), 0);
  guide(0, 50);
  for (int i = 0; i < 20; ++i) timeline.step();
  guide(0, 100);
  guide(1, 40);
  EXPECT_NEAR(taken(0).duration(), 100 * 0.005, 1e-12);
  EXPECT_NEAR(taken(1).duration(), 40 * 0.005, 1e-12);
}

TEST_F(RecordedPath, IsGoneAgainAsItWas) {
  guide(0, 200);
  timeline.apply(sim::SavePath{taken(0)});
  timeline.apply(sim::FollowPath{"way"});
  for (int i = 0; i < 200; ++i) {
    const Vector3d target = timeline.simulation().targets()[0].position();
    const double off = (target - on_the_way(i / 200.0)).norm();
    EXPECT_TRUE(i == 0 || off < (i < 3 || i > 197 ? 3e-3 : 2e-4)) << i << ": " << off;
    timeline.step();
  }
  for (int i = 0; i < 50; ++i) timeline.step();
  EXPECT_LT((timeline.simulation().targets()[0].position() - on_the_way(1)).norm(), 1e-12);
  timeline.apply(sim::ReleaseTarget{0, sim::ReleaseTarget::To::Home});
  EXPECT_FALSE(timeline.simulation().targets()[0].moved_by_hand());
}

TEST_F(RecordedPath, TryingOneMeasuresItAndDisturbsNothing) {
  guide(0, 200);
  sim::RecordedPath easy = taken(0), far = easy;
  for (double& number : far.points) number *= 3;  // out of reach
  const Eigen::VectorXd before = timeline.simulation().run().solver().pose().theta;
  const auto good = sim::try_path(timeline.simulation(), easy);
  const auto bad = sim::try_path(timeline.simulation(), far);
  EXPECT_EQ(good.steps, 260);
  EXPECT_LT(good.per_effector[0], bad.per_effector[0]);
  EXPECT_EQ(sim::try_path(timeline.simulation(), easy).mean_total_error, good.mean_total_error);
  EXPECT_EQ(timeline.simulation().run().solver().pose().theta, before);
}

TEST_F(RecordedPath, ForgottenItsTargetGoesHome) {
  guide(0, 30);
  timeline.apply(sim::SavePath{taken(0)});
  timeline.apply(sim::FollowPath{"way"});
  timeline.apply(sim::DeletePath{"way"});
  EXPECT_TRUE(timeline.simulation().paths().empty());
  EXPECT_FALSE(timeline.simulation().targets()[0].moved_by_hand());
  timeline.apply(sim::Undo{});
  EXPECT_EQ(timeline.simulation().targets()[0].manual().follows, "way");
}

TEST_F(RecordedPath, WrongOnesAreRefused) {
  const auto complaint = [&](const sim::Command& command) {
    return test::refusal([&] { timeline.apply(command); });
  };
  guide(0, 30);
  sim::RecordedPath path = taken(0);
  EXPECT_EQ(complaint(sim::SavePath{path}), "");
  EXPECT_TRUE(test::has(complaint(sim::SavePath{path}), "different names"));
  EXPECT_TRUE(test::has(complaint(sim::FollowPath{"road"}), "no saved path"));
  EXPECT_NE(complaint(sim::DeletePath{"road"}), "");
  path.name = "other";
  path.points = {1, 2, 3};
  EXPECT_TRUE(test::has(complaint(sim::SavePath{path}), "drag a target"));
  path.points = {1, 2, 3, 4, std::nan(""), 6};
  EXPECT_NE(complaint(sim::SavePath{path}), "");
  path = taken(0);
  path.target = 9;
  EXPECT_NE(complaint(sim::SavePath{path}), "");
  path.target = 0;
  for (int i = 0; timeline.simulation().paths().size() < sim::max_recorded_paths; ++i) {
    path.name = std::to_string(i);
    ASSERT_EQ(complaint(sim::SavePath{path}), "");
  }
  path.name = "one more";
  EXPECT_TRUE(test::has(complaint(sim::SavePath{path}), "delete one"));
}

TEST(RecordedPathLimits, AsManyPointsAsThereMayBeAndNoMore) {
  sim::RecordedPath path{.name = "road", .interval = 0.1};
  for (const int count : {2, sim::max_path_points}) {
    path.points.assign(static_cast<size_t>(3 * count), 0.5);
    EXPECT_EQ(test::refusal([&] { sim::check(path); }), "") << count;
  }
  for (const int count : {0, 1, sim::max_path_points + 1}) {
    path.points.assign(static_cast<size_t>(3 * count), 0.5);
    EXPECT_NE(test::refusal([&] { sim::check(path); }), "") << count;
  }
}

TEST(RecordedPathLimits, AreThoseThatTheRefusalNames) {
  sim::RecordedPath path{.name = "road", .points = {0, 0, 0, 1, 1, 1}};
  for (const double interval : {1e-9, 1e6}) {
    path.interval = interval;
    EXPECT_EQ(test::refusal([&] { sim::check(path); }), "") << interval;
  }
  for (const double interval : {0.999e-9, 1.001e6, std::nan("")}) {
    path.interval = interval;
    EXPECT_TRUE(test::has(test::refusal([&] { sim::check(path); }), "expected 1e-09 to 1e+06"))
        << interval;
  }
}

}  // namespace
