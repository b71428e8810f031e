// What is computed while somebody looks at maps: begun anew when it must be, and only then.

#include "sweep/mapper.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "support/bodies.h"

namespace {

/// Somebody who looks, with a clock of its own.
struct Viewer {
  sim::Simulation simulation{test::y_scene()};
  std::optional<sweep::Request> request =
      sweep::Request{.x = sweep::parse_axis("lambda=0.1:1:4:log", simulation),
                     .y = sweep::parse_axis("dmax=0.1:1:4", simulation),
                     .steps = 20,
                     .warmup = 4};
  explicit Viewer(std::unique_ptr<jobs::Workers> workers = jobs::threads(1))
      : mapper(std::move(workers)) {}

  sweep::Mapper mapper;
  double now = 100;

  const sweep::Status& look(double seconds = 0.06) {
    mapper.follow(simulation, request, now += seconds);
    return mapper.work();
  }
  /// Until it is done, or has tried for long.
  const sweep::Status& wait() {
    for (int i = 0; i < 5000 && (look().is_busy || mapper.work().progress < 1); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return mapper.work();
  }
};

TEST(Mapper, ComputesTheSelectedRunAndThenTheOthers) {
  for (const bool threads : {true, false}) {
    Viewer viewer(threads ? jobs::threads(1) : jobs::between_frames());
    viewer.request->others = {"bounded-dls", "priority"};
    EXPECT_TRUE(viewer.look().is_busy);
    const sweep::Status& work = viewer.wait();
    ASSERT_EQ(work.maps.size(), 3u);
    EXPECT_EQ(work.maps[0].method, "dls");
    EXPECT_EQ(work.maps[2].method, "priority");
    EXPECT_FALSE(work.is_busy);
    for (const sweep::Status::MapStatus& one : work.maps) {
      EXPECT_EQ(one.done, 16);
      EXPECT_GT(one.result.at(3, 3).mean_total_error, 0);
    }
    EXPECT_EQ(sweep::find_map(work, "priority"), &work.maps[2].result);
    EXPECT_EQ(sweep::find_map(work, "ccd"), nullptr);
  }
}

TEST(Mapper, BeginsAnewWhenTheSceneHasComeToRest) {
  Viewer viewer;
  const sweep::Cell before = viewer.wait().maps[0].result.at(0, 0);
  for (int i = 0; i < 10; ++i) {  // a hand drags
    viewer.simulation.apply(sim::HoldTarget{0, {1, 1 + 0.1 * i, 0}});
    EXPECT_TRUE(viewer.look(0.15).is_outdated);
    EXPECT_EQ(viewer.mapper.work().maps[0].result.at(0, 0), before) << "what there is stays";
  }
  viewer.look(0.31);
  EXPECT_FALSE(viewer.mapper.work().is_outdated);
  EXPECT_NE(viewer.wait().maps[0].result.at(0, 0), before);
}

/// Of a map that is dragged through the scene: each place is seen, if only coarsely.
TEST(Mapper, ALiveMapFollowsAtOnceAndIsSeen) {
  Viewer viewer(jobs::between_frames());
  viewer.request->live = true;
  viewer.request->steps = 50000;  // not done between two frames
  viewer.look();
  const auto map = [&]() -> const sweep::Result& { return viewer.mapper.work().maps[0].result; };
  int waited = 0;
  for (int i = 0; i < 3; ++i) {
    const auto scene = map().grid.scene;
    for (; map().level() == 0; ++waited) {
      viewer.simulation.apply(sim::HoldTarget{0, {1, 1 + 0.1 * i + 1e-3 * waited, 0}});
      EXPECT_FALSE(viewer.look(0.15).is_outdated);
      EXPECT_EQ(map().grid.scene, scene) << "what has not been seen stays";
    }
    const sweep::Cell seen = map().at(0, 0);
    viewer.look(0.15);
    EXPECT_NE(map().grid.scene, scene) << "what has been seen is left at once";
    EXPECT_NE(map().at(0, 0), seen);
  }
  EXPECT_GE(waited, 3);
}

TEST(Mapper, DoesNotCareForPoseTimeOrTheAxesOwnValues) {
  Viewer viewer;
  const int64_t version = viewer.wait().version;
  for (int i = 0; i < 5; ++i) {
    viewer.simulation.step();
    viewer.simulation.apply(sim::SetSeveral{{"lambda", "dmax", "dmax_mode"}, {0.2 + i, 0.5, 1}});
    EXPECT_FALSE(viewer.look(1).is_outdated);
  }
  EXPECT_EQ(viewer.mapper.work().version, version);
  viewer.simulation.apply(sim::SetParameter{"max_angle_deg", 3});
  EXPECT_TRUE(viewer.look(1).is_outdated) << "a fixed one";
}

TEST(Mapper, KeepsTheMapsOfMethodsThatChangePlaces) {
  Viewer viewer;
  viewer.request->others = {"priority"};
  const sweep::Cell there = viewer.wait().maps[1].result.at(1, 1);
  viewer.simulation.apply(sim::ChooseMethod{"priority"});
  viewer.request->others = {"dls"};
  const sweep::Status& work = viewer.look();
  EXPECT_EQ(work.maps[0].method, "priority");
  EXPECT_EQ(work.maps[0].result.at(1, 1), there);
  EXPECT_EQ(work.progress, 1);
  EXPECT_FALSE(work.is_busy);
}

TEST(Mapper, StopsAndGoesOnWhereItWas) {
  Viewer viewer;
  viewer.request->steps = 900'000;
  EXPECT_TRUE(viewer.look().is_busy);
  viewer.request->go = false;
  EXPECT_FALSE(viewer.look().is_busy);
  viewer.request->go = true;
  EXPECT_TRUE(viewer.look().is_busy);
  const auto request = std::exchange(viewer.request, std::nullopt);
  EXPECT_FALSE(viewer.look().is_busy) << "nobody looks";
  viewer.request = request;
  viewer.request->steps = 20;
  EXPECT_EQ(viewer.wait().progress, 1);
  viewer.request->go = false;
  viewer.simulation.apply(sim::SetParameter{"target_speed", 2});
  EXPECT_TRUE(viewer.look(1).is_outdated);
  EXPECT_TRUE(viewer.look(1).is_outdated) << "until it goes on";
}

TEST(Mapper, SaysWhatCannotBe) {
  Viewer viewer;
  viewer.request->x.from = -1;
  viewer.request->x.scale = base::Scale::Linear;
  viewer.request->others = {"ccd"};
  const sweep::Status& work = viewer.look();
  ASSERT_EQ(work.maps.size(), 2u);
  EXPECT_NE(work.maps[0].refusal.find("lambda"), std::string::npos);
  EXPECT_NE(work.maps[1].refusal.find("lambda"), std::string::npos);
  EXPECT_FALSE(work.is_busy);
  EXPECT_EQ(work.maps[0].result.grid.scene, nullptr);
}

}  // namespace
