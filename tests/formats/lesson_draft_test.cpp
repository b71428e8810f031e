// A lesson made from a session.

#include "formats/lesson_draft.h"

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "formats/scene/scene_file.h"
#include "lessons/course.h"
#include "sim/timeline/timeline.h"

namespace lesson_draft_tests {

std::shared_ptr<const lessons::Lesson> lesson_of(const sim::Timeline& timeline) {
  return formats::parse_lesson(
      formats::lesson_draft(formats::session_of(timeline), "Mine", "double-y"), "mine.toml");
}

void go(sim::Timeline& timeline, int steps) {
  while (steps-- > 0) timeline.step();
}

TEST(LessonDraft, HasAStepForEachChangeThatItsSolutionMakes) {
  sim::Timeline timeline(sim::Simulation(formats::load(formats::find_scene("double-y"))));
  go(timeline, 300);
  timeline.apply(sim::ChooseMethod{"pinv"});
  go(timeline, 300);
  for (const double lambda : {0.6, 0.5, 0.4, 0.3}) {  // a slider is dragged
    if (lambda == 0.6) timeline.apply(sim::ChooseMethod{"dls"});
    timeline.apply(sim::SetParameter{"lambda", lambda});
    go(timeline, 5);
  }
  go(timeline, 300);
  for (const double x : {-1., -1.5, -2.5}) {  // a target is dragged
    timeline.apply(sim::HoldTarget{0, {x, 3, 0}});
    go(timeline, 5);
  }
  go(timeline, 300);
  const auto lesson = lesson_of(timeline);
  ASSERT_EQ(lesson->steps.size(), 4u) << lesson->text;
  EXPECT_FALSE(lesson->steps[0].task);
  EXPECT_EQ(lesson->steps[1].title, "pinv");
  const lessons::Task& slider = *lesson->steps[2].task;
  EXPECT_EQ(slider.solution.size(), 3u) << "pinv, dls and the last lambda";
  EXPECT_NE(slider.text.find("λ 0.3"), std::string::npos) << slider.text;
  EXPECT_EQ(lesson->steps[3].task->solution.size(), 4u) << "and the last position";
  EXPECT_EQ(lesson->steps[3].title.find_first_of("[,"), std::string::npos)
      << lesson->steps[3].title;

  // As the tests ask it of every lesson.
  lessons::Course course(lesson);
  for (int i = 1; i < 4; ++i) {
    course.go_to(i);
    sim::Simulation untouched(course.scene(i)), solved = untouched;
    for (int step = 0; step < 600; ++step) {
      untouched.step();
      course.observe(untouched);
    }
    EXPECT_FALSE(course.is_done()) << i;
    course.go_to(i);
    for (const sim::LoggedCommand& one : course.step().task->solution)
      solved.apply(one.command, one.run_serial);
    for (int step = 0; step < 1800 && !course.is_done(); ++step) {
      solved.step();
      course.observe(solved);
    }
    EXPECT_TRUE(course.is_done()) << i << " " << course.states().back().text;
  }
}

TEST(LessonDraft, CanBeReadHoweverSmallItsNumbersAre) {
  sim::Timeline timeline(sim::Simulation(formats::load(formats::find_scene("y"))));
  for (int i = 0; i < timeline.simulation().skeleton().effectors(); ++i)  // within reach
    timeline.apply(sim::HoldTarget{i, timeline.simulation().run().solver().pose().effector.col(i)});
  go(timeline, 300);
  const auto lesson = lesson_of(timeline);
  ASSERT_EQ(lesson->steps.size(), 2u) << lesson->text;
  EXPECT_NE(lesson->text.find("< 0.000"), std::string::npos) << lesson->text;
}

/// Returns the lesson of a session on double-y with some seconds after each command.
std::shared_ptr<const lessons::Lesson> lesson_after(const std::vector<sim::Command>& commands) {
  sim::Timeline timeline(sim::Simulation(formats::load(formats::find_scene("double-y"))));
  for (const sim::Command& command : commands) {
    timeline.apply(command);
    go(timeline, 150);
  }
  return lesson_of(timeline);
}

TEST(LessonDraft, HasStepsForRunsMethodsWithParametersAndResets) {
  const auto lesson = lesson_after(
      {sim::AddRun{}, sim::UseMethod{"dls", {"lambda"}, {3}}, sim::ResetAllParameters{}});
  ASSERT_EQ(lesson->steps.size(), 4u) << lesson->text;
  EXPECT_EQ(lesson->steps[1].task->until[0].quantity, "runs");
  EXPECT_EQ(lesson->steps[2].task->until[0].quantity, "lambda");
  EXPECT_EQ(lesson->steps[3].task->until[0].quantity, "lambda");
  EXPECT_EQ(lesson->steps[3].task->solution.size(), 3u);
}

TEST(LessonDraft, TakesWhatHasNoConditionAlongWithTheNextChange) {
  const auto lesson = lesson_after({sim::ChooseMethod{"dls"}, sim::ChooseMethod{"pinv"}});
  ASSERT_EQ(lesson->steps.size(), 2u) << lesson->text;  // the scene has dls
  EXPECT_EQ(lesson->steps[1].task->solution.size(), 2u);
  EXPECT_NE(lesson->steps[1].task->text.find("dls, pinv"), std::string::npos);
}

TEST(LessonDraft, WritesPositionsAsSentencesDo) {
  const auto scene = formats::load(formats::find_scene("double-y"));
  EXPECT_EQ(
      formats::words_of(sim::HoldTarget{0, {1.9516176687431666, 3, -0.1}}, {}, *scene->skeleton),
      "target of right low to [1.95, 3, -0.1]");
}

TEST(LessonDraft, OfNothingIsTheStart) {
  const sim::Timeline timeline(sim::Simulation(formats::load(formats::find_scene("y"))));
  EXPECT_EQ(lesson_of(timeline)->steps.size(), 1u);
}

}  // namespace lesson_draft_tests
