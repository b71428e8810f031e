// A step allocates nothing: every method in every mode on every scene.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "allocations.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "formats/scene/scene_file.h"
#include "ik/analysis/arm.h"
#include "ik/batch/lane_search.h"
#include "ik/search/search.h"
#include "lessons/course.h"
#include "sim/simulation.h"
#include "sim/timeline/history.h"
#include "support/effort.h"
#include "support/random.h"
#include "support/scenes.h"

namespace {

class Allocation : public testing::TestWithParam<std::tuple<std::string, const ik::MethodInfo*>> {
 protected:
  void SetUp() override {
#ifndef IKSCOPE_COUNTS_ALLOCATIONS
    GTEST_SKIP() << "allocations are not counted under this C library";
#endif
    if (std::get<1>(GetParam())->allocates) GTEST_SKIP() << "declares that it allocates";
    const auto& [name, method] = GetParam();
    const auto scene = formats::load(formats::find_scene(name));
    if (const std::string reason = method->unable(*scene->skeleton); !reason.empty())
      GTEST_SKIP() << reason;
  }

  sim::Simulation simulation() const {
    const auto& [scene, method] = GetParam();
    sim::Simulation result(formats::load(formats::find_scene(scene)));
    result.apply(sim::Command(sim::SetParameter{"bodies", 2}));
    result.apply(sim::Command(sim::ChooseMethod{std::string(method->name)}));
    return result;
  }
};

std::string allocation_test_name(
    const testing::TestParamInfo<std::tuple<std::string, const ik::MethodInfo*>>& info) {
  std::string name = std::get<0>(info.param) + '_' + std::string(std::get<1>(info.param)->name);
  for (char& letter : name)
    if (letter == '-') letter = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, Allocation,
                         testing::Combine(testing::ValuesIn(test::scene_names()),
                                          testing::ValuesIn(ik::methods())),
                         allocation_test_name);

/// Allocations of so many updates, in at least four steps, from the very first on.
long allocations_of(sim::Simulation& simulation, int updates, sim::History* history = nullptr) {
  const long before = test::allocations;
  for (int step = 0, done = 0; step < 4 || done < updates; ++step) {
    simulation.step();
    if (history) history->record(simulation.run());
    done += std::max(
        simulation.run().report().updates + static_cast<int>(simulation.crowd().updates()), 1);
  }
  return test::allocations - before;
}

/// Updates of a search for a target far out of reach; a restart may allocate.
TEST_P(Allocation, UpdatesOfASearchAllocateNothing) {
  const sim::Simulation start = simulation();
  const ik::Skeleton& body = start.skeleton();
  if (body.joints() > 60) GTEST_SKIP() << "too slow";
  ik::Search search(start.run().solver(), {.updates = 20});
  const Eigen::Matrix3Xd targets = Eigen::Matrix3Xd::Constant(3, body.effectors(), 100);
  search.begin(targets, body.start(), 1);
  const long before = test::allocations;
  while (search.advance()) {
  }
  EXPECT_EQ(test::allocations - before, 0);
  EXPECT_GT(search.result().updates, 0);
}

TEST_P(Allocation, UpdatesOfSearchesInLanesAllocateNothing) {
  const sim::Simulation start = simulation();
  const ik::Skeleton& body = start.skeleton();
  const ik::Search alone(start.run().solver(), {.updates = 20});
  if (body.joints() > 60 || !ik::LaneSearch::supports(alone)) GTEST_SKIP() << "slow, or no lanes";
  ik::LaneSearch search(alone);
  const Eigen::Matrix3Xd targets = Eigen::Matrix3Xd::Constant(3, body.effectors(), 100);
  for (int lane = 0; lane < ik::LaneSearch::width; ++lane)
    search.begin(lane, targets, body.start(), 1);
  const long before = test::allocations;
  while (!search.done(0)) search.advance();
  EXPECT_EQ(test::allocations - before, 0);
  EXPECT_GT(search.result(0).updates, 0);
}

#ifdef IKSCOPE_COUNTS_ALLOCATIONS
TEST(AllocationCounter, Counts) {
  const long before = test::allocations;
  std::vector<int>* one = new std::vector<int>(10);  // two allocations
  const long seen = test::allocations - before;
  delete one;
  EXPECT_EQ(seen, 2);
  const long before_eigen = test::allocations;
  Eigen::VectorXd vector = Eigen::VectorXd::Ones(100);
  EXPECT_EQ(test::allocations - before_eigen, 1) << vector.sum();
}
#endif

#ifdef IKSCOPE_COUNTS_ALLOCATIONS
TEST(AllocationInAnalyses, NoneInALookAtTheSingularitiesOfAnArm) {
  const sim::Simulation simulation(formats::load(formats::find_scene("puma-560")));
  const ik::SixAxisArms arms(simulation.skeleton());
  const int held[] = {7};
  const long before = test::allocations;
  const double distance = arms.nearest(simulation.run().solver().pose(), held).distance;
  EXPECT_EQ(test::allocations - before, 0);
  EXPECT_LT(distance, 1);
}
#endif

constexpr int updates = 200;

TEST_P(Allocation, NoneInAStep) {
  sim::Simulation running = simulation();
  EXPECT_EQ(allocations_of(running, updates), 0);
}

TEST_P(Allocation, NoneWithHistoryAndSingularValues) {
  sim::Simulation running = simulation();
  running.run().solver().rank();  // as Timeline does
  sim::History history(running.skeleton().effectors(), running.skeleton().rows(), 100);
  EXPECT_EQ(allocations_of(running, updates, &history), 0);
}

/// A lesson looks on; it may allocate when it first sees a body.
TEST(CourseAllocation, NoneAfterTheFirstLook) {
#ifndef IKSCOPE_COUNTS_ALLOCATIONS
  GTEST_SKIP() << "allocations are not counted under this C library";
#endif
  for (const std::string& name : formats::lesson_names()) {
    lessons::Course course(formats::load_lesson(formats::find_lesson(name)));
    for (int i = 0; course.go_to(i), course.index() == i; ++i) {
      sim::Simulation running(course.scene(i));
      running.step();
      course.observe(running);
      const long before = test::allocations;
      for (int step = 0; step < 400; ++step) {
        running.step();
        course.observe(running);
      }
      EXPECT_EQ(test::allocations - before, 0) << name << ", step " << i + 1;
    }
  }
}

TEST_P(Allocation, NoneWhateverTheParameters) {
  sim::Simulation running = simulation();
  running.run().solver().rank();  // as Timeline does
  sim::History history(running.skeleton().effectors(), running.skeleton().rows(), 100);
  test::Random random(400);
  const int draws = running.skeleton().joints() > 30
                        ? test::by_effort(2, 4)  // large bodies are slow
                        : test::by_effort(4, 6);
  for (int draw = 0; draw < draws; ++draw) {
    for (const base::Parameter& p : std::get<1>(GetParam())->parameters(running.skeleton())) {
      double value = random.uniform(p.min, p.max);
      if (!p.choices.empty())
        value = random.index(static_cast<int>(p.choices.size()));
      else if (random.chance(0.3))
        value = random.chance(0.5) ? p.min : p.max;
      else if (p.integer)
        value = std::round(value);
      running.apply(sim::Command(sim::SetParameter{std::string(p.key), value}));
    }
    if (draw % 5 == 0)
      running.apply(sim::Command(sim::HoldTarget{0, Eigen::Vector3d(random.vector(3, 3))}));
    if (draw % 5 == 3)
      running.apply(sim::Command(sim::ReleaseTarget{0, sim::ReleaseTarget::To::Home}));
    EXPECT_EQ(allocations_of(running, 40, &history), 0) << "draw " << draw;
  }
}

}  // namespace
