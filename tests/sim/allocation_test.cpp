// A step allocates nothing: every method in every mode on every scene, with a counter in the place
// of the C library's allocation functions (what operator new and Eigen come down to).

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include "scene/assets.h"
#include "scene/lesson_file.h"
#include "scene/scene_file.h"
#include "sim/history.h"
#include "sim/session.h"
#include "sim/simulation.h"
#include "support/bodies.h"
#include "support/random.h"
#include "support/scenes.h"
#include "teach/course.h"

#ifdef __GLIBC__
#define IKSCOPE_COUNTS_ALLOCATIONS
#endif

namespace {
long allocations = 0;
long until_one_fails = -1;  // allocations; -1: none fails

bool fails() {
  ++allocations;
  return until_one_fails >= 0 && until_one_fails-- == 0;
}
}  // namespace

#ifdef IKSCOPE_COUNTS_ALLOCATIONS
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) { return fails() ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails() ? nullptr : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return fails() ? nullptr : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** result, size_t alignment, size_t size) {
  if (fails()) return ENOMEM;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
}
#endif

namespace {

class Allocation : public testing::TestWithParam<std::tuple<std::string, const ik::MethodInfo*>> {
 protected:
  void SetUp() override {
#ifndef IKSCOPE_COUNTS_ALLOCATIONS
    GTEST_SKIP() << "allocations are not counted under this C library";
#endif
    if (std::get<1>(GetParam())->allocates) GTEST_SKIP() << "declares that it allocates";
  }

  sim::Simulation simulation() const {
    const auto& [scene, method] = GetParam();
    sim::Simulation result(scene::load(scene::find_scene(scene)));
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
  const long before = allocations;
  for (int step = 0, done = 0; step < 4 || done < updates; ++step) {
    simulation.step();
    if (history) history->record(simulation.run(), true);
    done += std::max(
        simulation.run().report().updates + static_cast<int>(simulation.crowd().updates()), 1);
  }
  return allocations - before;
}

#ifdef IKSCOPE_COUNTS_ALLOCATIONS
TEST(AllocationCounter, Counts) {
  const long before = allocations;
  std::vector<int>* one = new std::vector<int>(10);  // two allocations
  const long seen = allocations - before;
  delete one;
  EXPECT_EQ(seen, 2);
  const long before_eigen = allocations;
  Eigen::VectorXd vector = Eigen::VectorXd::Ones(100);
  EXPECT_EQ(allocations - before_eigen, 1) << vector.sum();
}
#endif

TEST_P(Allocation, NoneInAStep) {
  sim::Simulation running = simulation();
  EXPECT_EQ(allocations_of(running, 1000), 0);
}

TEST_P(Allocation, NoneWithHistoryAndSingularValues) {
  sim::Simulation running = simulation();
  sim::History history(running.skeleton().effectors(), running.skeleton().rows(), 300);
  EXPECT_EQ(allocations_of(running, 1000, &history), 0);
}

/// Whatever allocation fails, a command says so, changes nothing, and the session goes on.
TEST(OutOfMemory, RefusesACommand) {
#ifndef IKSCOPE_COUNTS_ALLOCATIONS
  GTEST_SKIP() << "allocations are not counted under this C library";
#endif
  const auto go = [](sim::Session& session) {
    for (int step = 0; step < 20; ++step) session.advance(1 / sim::Clock::steps_per_second);
  };
  sim::Session untouched{sim::Simulation(test::y_scene())};
  go(untouched);
  untouched.post(sim::AddRun{});
  untouched.advance(0);
  go(untouched);
  int failures = 0;
  const std::vector<sim::Command> commands{sim::SetParameter{"lambda", 0.2},
                                           sim::ChooseMethod{"sdls"},
                                           sim::SetParameter{"bodies", 5},
                                           sim::PutObstacle{-1, {.name = "ball"}},
                                           sim::HoldTarget{0, {1, 1, 0}},
                                           sim::Restart{},
                                           sim::RemoveRun{},
                                           sim::Undo{},
                                           sim::AddRun{}};
  for (const sim::Command& command : commands)
    for (long i = 0, over = 0; !over; ++i) {
      sim::Session session{sim::Simulation(test::y_scene())};
      go(session);
      session.post(sim::AddRun{});
      session.advance(0);
      session.post(command);
      until_one_fails = i;
      session.advance(0);
      over = until_one_fails >= 0;
      until_one_fails = -1;
      const std::vector<std::string> said = session.take_messages();
      if (over) break;
      ASSERT_EQ(said.size(), 1u) << command.index() << ", allocation " << i;
      EXPECT_EQ(said[0], "there is not enough memory for that");
      EXPECT_EQ(session.timeline().log().size(), 1u);
      go(session);
      ASSERT_EQ(session.simulation().runs().size(), 2u);
      EXPECT_EQ(session.simulation().run().solver().pose().theta,
                untouched.simulation().run().solver().pose().theta)
          << command.index() << ", allocation " << i;
      ++failures;
    }
  EXPECT_GT(failures, 500);
}

/// A lesson looks on; it may allocate when it first sees a body.
TEST(CourseAllocation, NoneAfterTheFirstLook) {
#ifndef IKSCOPE_COUNTS_ALLOCATIONS
  GTEST_SKIP() << "allocations are not counted under this C library";
#endif
  for (const std::string& name : scene::lesson_names()) {
    teach::Course course(scene::load_lesson(scene::find_lesson(name)));
    for (int i = 0; course.go(i), course.index() == i; ++i) {
      sim::Simulation running(course.scene(i));
      running.step();
      course.observe(running);
      const long before = allocations;
      for (int step = 0; step < 400; ++step) {
        running.step();
        course.observe(running);
      }
      EXPECT_EQ(allocations - before, 0) << name << ", step " << i + 1;
    }
  }
}

TEST_P(Allocation, NoneWhateverTheParameters) {
  sim::Simulation running = simulation();
  sim::History history(running.skeleton().effectors(), running.skeleton().rows(), 100);
  test::Random random(400);
  const int draws = running.skeleton().joints() > 30 ? 8 : 50;  // large bodies are slow
  for (int draw = 0; draw < draws; ++draw) {
    for (const ik::Parameter& p : std::get<1>(GetParam())->parameters()) {
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
