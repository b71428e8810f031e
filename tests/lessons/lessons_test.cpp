// Every lesson that comes with the program, walked to its end.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "lessons/course.h"
#include "sim/session.h"
#include "support/effort.h"

namespace {

constexpr auto steps_per_second = static_cast<int>(sim::Clock::steps_per_second);
const int idle_seconds = test::by_effort(5, 30);
constexpr int most_seconds = 30;  // that a task may take, after its last command

class EveryLesson : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const lessons::Lesson> lesson =
      formats::load_lesson(formats::find_lesson(GetParam()));
};

/// Does nothing for a while.
bool done_by_itself(lessons::Course& course, sim::Simulation& simulation) {
  for (int i = 0; i < idle_seconds * steps_per_second && !course.is_done(); ++i) {
    simulation.step();
    course.observe(simulation);
  }
  return course.is_done();
}

/// Plays the solution; for how long, in seconds, or -1.
double solve(lessons::Course& course, sim::Simulation& simulation) {
  const std::vector<sim::LoggedCommand>& solution = course.step().task->solution;
  simulation.enable_undo();
  size_t next = 0;
  const int64_t end = solution.back().tick + most_seconds * steps_per_second;
  for (int64_t tick = 0; tick < end; ++tick) {
    for (; next < solution.size() && solution[next].tick <= tick; ++next)
      simulation.apply(solution[next].command, solution[next].run_serial);
    simulation.step();
    course.observe(simulation);
    for (const lessons::Course::State& state : course.states())
      if (!std::isfinite(state.value)) ADD_FAILURE() << state.text;
    if (course.is_done()) return static_cast<double>(tick) / steps_per_second;
  }
  return -1;
}

std::string states_of(const lessons::Course& course) {
  std::string text;
  for (const lessons::Course::State& state : course.states()) text += "\n  " + state.text;
  return text;
}

/// Each step as it opens when one goes straight to it.
TEST_P(EveryLesson, OpensWithItsTasksToDoAndTheyCanBeDone) {
  lessons::Course course(lesson);
  int tasks = 0;
  for (int i = 0; i < static_cast<int>(lesson->steps.size()); ++i) {
    SCOPED_TRACE(course.lesson().steps[static_cast<size_t>(i)].title);
    course.go_to(i);
    if (!course.step().task) continue;
    ++tasks;
    sim::Simulation untouched(course.scene(i));
    EXPECT_FALSE(done_by_itself(course, untouched)) << states_of(course);
    course.go_to(i);
    sim::Simulation simulation(course.scene(i));
    EXPECT_GE(solve(course, simulation), 0) << states_of(course);
  }
  EXPECT_GT(tasks, 0);
}

TEST_P(EveryLesson, HasShortTexts) {
  for (const lessons::Step& step : lesson->steps) {
    std::istringstream text(step.text);
    const auto words = std::distance(std::istream_iterator<std::string>(text), {});
    EXPECT_LE(words, 100) << step.title;  // docs/writing-lessons.md
  }
}

/// From the first step to the last, as a student goes.
TEST_P(EveryLesson, IsWalkedToItsEnd) {
  lessons::Course course(lesson);
  sim::Simulation simulation(course.scene(0));
  for (int i = 0; i < static_cast<int>(lesson->steps.size()); ++i) {
    SCOPED_TRACE(course.lesson().steps[static_cast<size_t>(i)].title);
    EXPECT_FALSE(course.is_complete() && i == 0);
    course.go_to(i);
    if (course.step().scene) simulation = sim::Simulation(course.step().scene);
    if (course.step().question) course.answer(course.step().question->right);
    if (!course.step().task) {
      for (int k = 0; k < 2 * steps_per_second; ++k) simulation.step();
      continue;
    }
    sim::Simulation untouched = simulation;
    EXPECT_FALSE(done_by_itself(course, untouched)) << states_of(course);
    course.go_to(i);
    EXPECT_GE(solve(course, simulation), 0) << states_of(course);
  }
  EXPECT_TRUE(course.is_last());
  EXPECT_TRUE(course.is_complete());
}

INSTANTIATE_TEST_SUITE_P(, EveryLesson, testing::ValuesIn(formats::lesson_names()),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

std::string document() {
  std::ifstream file(std::filesystem::path(IKSCOPE_SOURCE_DIR) / "docs" / "writing-lessons.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(LessonsDocument, NamesAllThereIs) {
  const std::string text = document();
  const auto named = [&](const std::string& words) { return text.find(words) != text.npos; };
  for (const lessons::Quantity& quantity : lessons::quantities()) {
    EXPECT_TRUE(named("| `" + std::string(quantity.key) + "`")) << quantity.key;
    EXPECT_TRUE(named("| " + std::string(quantity.unit) + " |")) << quantity.key;
  }
}

TEST(LessonsDocument, ItsExampleIsALesson) {
  const std::string text = document();
  const size_t first = text.find("```toml\n") + 8;
  const auto lesson =
      formats::parse_lesson(text.substr(first, text.find("```\n", first) - first), "example");
  lessons::Course course(lesson);
  course.go_to(1);
  sim::Simulation simulation(course.scene(1));
  EXPECT_FALSE(done_by_itself(course, simulation));
  EXPECT_GE(solve(course, simulation), 0);
}

}  // namespace
