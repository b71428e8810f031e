#include <gtest/gtest.h>

#include "desk.h"
#include "ui/reading.h"

namespace {

using test::Desk;
using ui::Action;

const std::string long_text =
    "The pseudoinverse makes |JΔθ − e| as small as it can be, and of all the ways there are it "
    "takes the shortest Δθ. Where σ₆ is near zero that is a long one all the same.";

/// A text, a question, a task that is true at once and holds for a tenth of a second.
std::shared_ptr<teach::Lesson> lesson() {
  auto lesson = std::make_shared<teach::Lesson>();
  lesson->name = "three";
  lesson->title = "Three steps";
  lesson->steps.resize(3);
  lesson->steps[0] = {.title = "A text", .text = long_text, .scene = test::y_scene()};
  lesson->steps[1].title = "A question";
  lesson->steps[1].question = {
      .text = "What?", .answers = {"This", "That"}, .right = 1, .because = long_text};
  lesson->steps[2].title = "A task";
  lesson->steps[2].task = {.text = "Wait",
                           .until = {{.quantity = "lambda", .is = teach::Condition::Is::Above}},
                           .seconds = 0.1,
                           .hint = "Sit",
                           .solution = {{}}};
  return lesson;
}

/// A desk with a lesson on it, at that step.
struct Class : Desk {
  explicit Class(int step = 0, std::shared_ptr<teach::Lesson> given = lesson())
      : Desk({1280, 800}, given->steps[0].scene) {
    diagnosis_.emplace(session->simulation().skeleton());
    context.diagnosis = &*diagnosis_;
    course.emplace(given);
    course->go(step);
    session->on_step([this](const sim::Simulation& simulation) { course->observe(simulation); });
    frames(3);
  }
  const ui::LessonStrip& strip() const { return ui.state().lesson; }
  std::optional<sim::Diagnosis> diagnosis_;
};

/// Comes to a step that points at one panel, which is shown as the window shows it.
struct PointingAt : Class {
  explicit PointingAt(std::string_view panel) : Class(2, with(panel)) {
    for (const ui::OptionValue& wanted : ui::shows(panel))
      options.set(wanted.option->key, wanted.value);
    course->go(0);
    frames(8);
  }
  static std::shared_ptr<teach::Lesson> with(std::string_view panel) {
    auto given = lesson();
    given->steps[0].look_at = {{.panel = std::string(panel)}};
    return given;
  }
};

bool inside(const ui::Rect& rect, const ui::Rect& place) {
  return rect.y >= place.y - 1 && rect.y < place.y + place.height && rect.x >= place.x - 1 &&
         rect.x + rect.width <= place.x + place.width + 1;
}

TEST(Lesson, ButtonsAndKeysAskForTheSame) {
  Class desk;
  desk.click(*desk.find("lesson", {"Next"}));
  EXPECT_TRUE(desk.key({ui::key::enter}));  // the question can wait
  EXPECT_TRUE(desk.key({ui::key::enter, false, true}));
  desk.click(*desk.find("lesson", {"Back"}));
  EXPECT_EQ(desk.gone_to, (std::vector{1, 2, 1, 0}));
  desk.click(*desk.find("lesson", {"anew"}));
  desk.click(*desk.find("lesson", {"leave"}));
  desk.key({'R', false, true});
  desk.key({'W', true});
  EXPECT_EQ(desk.acted, (std::vector{Action::RepeatStep, Action::LeaveLesson, Action::RepeatStep,
                                     Action::LeaveLesson}));
}

TEST(Lesson, ADotLeadsToItsStep) {
  Class desk;
  desk.click(*desk.find("lesson/story", {"step 2"}));
  EXPECT_EQ(desk.gone_to, std::vector{2});
}

TEST(Lesson, AQuestionIsAnsweredByMouseOrKey) {
  Class desk(1);
  desk.click(*desk.find("lesson/exercise", {"answer 0"}));
  EXPECT_TRUE(desk.key({'2', false, false, true}));
  EXPECT_FALSE(desk.course->first());
  EXPECT_TRUE(desk.key({'5', false, false, true}));  // there is none
  EXPECT_EQ(desk.answers, (std::vector{0, 1}));
  EXPECT_EQ(desk.strip().framed.size(), 1u) << "the way on is shown";
}

TEST(Lesson, ATaskIsDoneHintedAtAndDoneForMe) {
  Class desk(2);
  EXPECT_TRUE(desk.strip().framed.empty());
  const float without = desk.strip().height;
  desk.click(*desk.find("lesson/exercise", {"Hint"}));
  EXPECT_TRUE(desk.strip().hint);
  EXPECT_GE(desk.strip().height, without);
  desk.click(*desk.find("lesson/exercise", {"Do it for me"}));
  desk.key({ui::key::enter, true});
  EXPECT_EQ(desk.acted, (std::vector{Action::DoTask, Action::DoTask}));
  desk.run(30);
  desk.frames(2);
  ASSERT_TRUE(desk.course->done());
  EXPECT_EQ(desk.strip().framed.size(), 1u) << "the way on is shown";
  desk.key({ui::key::enter, false, true});
  EXPECT_FALSE(desk.strip().hint);
}

TEST(Lesson, TheEndLeadsToTheStartScreen) {
  Class desk(2);
  ImGui::GetIO().KeysDown[ImGuiKey_Enter] = true;  // it is still down when the start screen comes
  desk.key({ui::key::enter});
  EXPECT_EQ(desk.acted, std::vector{Action::LeaveLesson});
  EXPECT_TRUE(desk.shown("start"));
}

TEST(Lesson, ItsKeysDoNothingWithoutOne) {
  Desk desk;
  for (ui::Chord chord :
       {ui::Chord{ui::key::enter}, {ui::key::enter, true}, {'1', false, false, true}})
    desk.key(chord);
  EXPECT_TRUE(desk.acted.empty() && desk.gone_to.empty() && desk.answers.empty());
  EXPECT_FALSE(desk.shown("lesson"));
}

TEST(Lesson, WhatIsAnsweredHasItsRoomFromTheStart) {
  Class desk(1);
  const float height = desk.ui.state().layout.lesson.height;
  desk.key({'1', false, false, true});
  EXPECT_EQ(desk.ui.state().layout.lesson.height, height);
}

TEST(Lesson, EveryPanelCanBePointedAt) {
  for (std::string_view panel : teach::panels) {
    const PointingAt desk(panel);
    ASSERT_EQ(desk.strip().framed.size(), 1u) << panel;
    const ui::Layout& layout = desk.ui.state().layout;
    const ui::Rect& rect = desk.strip().framed[0];
    EXPECT_TRUE(inside(rect, layout.controls) || inside(rect, layout.plots) ||
                inside(rect, layout.numbers) || inside(rect, layout.time) ||
                inside(rect, layout.diagnosis))
        << panel << " is not in sight: " << rect.x << " " << rect.y;
  }
}

TEST(Lesson, BeforeAnAudienceThereIsWhatItPointsAt) {
  auto given = lesson();
  given->steps[1].look_at = {{.panel = "plot-sigma"}};
  Class desk(0, given);
  desk.options.set("presenter", 1);
  desk.frames(2);
  const ui::Layout& layout = desk.ui.state().layout;
  EXPECT_FALSE(layout.lesson.empty() || layout.numbers.empty() || layout.body.empty());
  EXPECT_TRUE(layout.controls.empty() && layout.plots.empty() && layout.diagnosis.empty() &&
              layout.time.empty());
  desk.course->go(1);
  desk.frames(2);
  EXPECT_FALSE(layout.plots.empty());
  EXPECT_TRUE(layout.controls.empty());
}

TEST(Reading, NumbersAreNotBrokenAtTheirPoint) {
  Desk desk;
  ImFont* font = desk.ui.state().look.fonts.reading;
  const float word = ui::text_size(font, "0.12345").x,
              line = ui::read(nullptr, font, {}, 900, 0, "a");
  EXPECT_EQ(ui::read(nullptr, font, {}, 0.7f * word, 0, "0.12345"), line);
  EXPECT_EQ(ui::read(nullptr, font, {}, 1.1f * word, 0, "0.12345 0.12345"), 2 * line);
  EXPECT_GT(ui::read(nullptr, font, {}, 900, 0, "a\n\nb"), 2 * line);
  EXPECT_EQ(ui::read(nullptr, font, {}, 900, 0, "a\nb\n"), line);
}

}  // namespace
