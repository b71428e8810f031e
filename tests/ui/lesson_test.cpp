#include <gtest/gtest.h>

#include "ui/kit/widgets.h"
#include "ui/panel.h"
#include "ui/stage.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;
using ui::Action;

const std::string long_text =
    "The pseudoinverse makes |JΔθ − e| as small as it can be, and of all the ways there are it "
    "takes the shortest Δθ. Where σ₆ is near zero that is a long one all the same.";

/// A text, a question, a task that is true at once and holds for a tenth of a second.
std::shared_ptr<lessons::Lesson> lesson() {
  auto lesson = std::make_shared<lessons::Lesson>();
  lesson->name = "three";
  lesson->title = "Three steps";
  lesson->steps.resize(3);
  lesson->steps[0] = {.title = "A text", .text = long_text, .scene = test::y_scene()};
  lesson->steps[1].title = "A question";
  lesson->steps[1].question = {
      .text = "What?", .answers = {"This", "That"}, .right = 1, .because = long_text};
  lesson->steps[2].title = "A task";
  lesson->steps[2].task = {.text = "Wait",
                           .until = {{.quantity = "lambda", .is = lessons::Condition::Is::Above}},
                           .seconds = 0.1,
                           .hint = "Sit",
                           .solution = {{}}};
  return lesson;
}

/// A desk with a lesson on it, at that step.
struct Class : UiHarness {
  explicit Class(int step = 0, std::shared_ptr<lessons::Lesson> given = lesson())
      : UiHarness({1280, 800}, given->steps[0].scene) {
    diagnosis_.emplace(session->simulation().skeleton());
    context.diagnosis = &*diagnosis_;
    course.emplace(given);
    course->go_to(step);
    session->on_step([this](const sim::Simulation& simulation) { course->observe(simulation); });
    frames(3);
  }
  const ui::LessonStrip& strip() const { return ui.state().lesson; }
  std::optional<sim::why::Diagnosis> diagnosis_;
};

/// Comes to a step that points at one panel, which is shown as the window shows it.
struct PointingAt : Class {
  explicit PointingAt(std::string_view panel) : Class(2, with(panel)) {
    set(ui::options_showing(panel));
    course->go_to(0);
    frames(8);
  }
  static std::shared_ptr<lessons::Lesson> with(std::string_view panel) {
    auto given = lesson();
    given->steps[0].look_at = {{.panel = std::string(panel)}};
    return given;
  }
};

bool inside(const ui::Rect& rect, const ui::Rect& area) {
  return rect.y >= area.y - 1 && rect.y < area.y + area.height && rect.x >= area.x - 1 &&
         rect.x + rect.width <= area.x + area.width + 1;
}

TEST(Lesson, ButtonsAndKeysAskForTheSame) {
  Class harness;
  harness.click(*harness.find("lesson", {"Next"}));
  EXPECT_TRUE(harness.key({ui::key::enter}));  // the question can wait
  EXPECT_TRUE(harness.key({ui::key::enter, false, true}));
  harness.click(*harness.find("lesson", {"Back"}));
  EXPECT_EQ(harness.gone_to, (std::vector{1, 2, 1, 0}));
  harness.click(*harness.find("lesson", {"anew"}));
  harness.click(*harness.find("lesson", {"leave"}));
  harness.key({'R', false, true});
  harness.key({'W', true});
  EXPECT_EQ(harness.acted, (std::vector{Action::RepeatStep, Action::LeaveLesson, Action::RepeatStep,
                                        Action::LeaveLesson}));
}

TEST(Lesson, ADotLeadsToItsStep) {
  Class harness;
  harness.click(*harness.find("lesson", {"step 2"}));
  EXPECT_EQ(harness.gone_to, std::vector{2});
}

TEST(Lesson, AQuestionIsAnsweredByMouseOrKey) {
  Class harness(1);
  harness.click(*harness.find("lesson/question", {"answer 0"}));
  EXPECT_TRUE(harness.key({'2', false, false, true}));
  EXPECT_FALSE(harness.course->is_first());
  EXPECT_TRUE(harness.key({'5', false, false, true}));  // there is none
  EXPECT_EQ(harness.answers, (std::vector{0, 1}));
  EXPECT_EQ(harness.strip().framed.size(), 1u) << "the way on is shown";
}

TEST(Lesson, ATaskIsDoneHintedAtAndDoneForMe) {
  Class harness(2);
  EXPECT_TRUE(harness.strip().framed.empty());
  const float without = harness.strip().height;
  harness.click(*harness.find("lesson/task", {"Hint"}));
  EXPECT_TRUE(harness.strip().hint);
  EXPECT_GE(harness.strip().height, without);
  harness.click(*harness.find("lesson/task", {"Do it for me"}));
  harness.key({ui::key::enter, true});
  EXPECT_EQ(harness.acted, (std::vector{Action::DoTask, Action::DoTask}));
  harness.run(30);
  harness.frames(2);
  ASSERT_TRUE(harness.course->is_done());
  EXPECT_EQ(harness.strip().framed.size(), 1u) << "the way on is shown";
  harness.key({ui::key::enter, false, true});
  EXPECT_FALSE(harness.strip().hint);
}

/// How much is drawn in the colour of what is well.
size_t green(const UiHarness& harness) {
  const ImU32 good = ui::color(ui::options::palette(harness.options).good);
  size_t count = 0;
  for (int i = 0; i < ImGui::GetDrawData()->CmdListsCount; ++i)
    for (const ImDrawVert& vertex : ImGui::GetDrawData()->CmdLists[i]->VtxBuffer)
      count += vertex.col == good;
  return count;
}

TEST(Lesson, AConditionIsTickedWhileItIsMet) {
  Class harness(2);
  harness.run(30);
  harness.frames(2);
  ASSERT_TRUE(harness.course->is_done());
  const size_t met = green(harness);
  harness.session->post(sim::SetParameter{"lambda", 0});
  harness.run(30);
  harness.frames(2);
  EXPECT_TRUE(harness.course->is_done());
  EXPECT_LT(green(harness), met);
}

/// A finished step that is begun again is not called done beside conditions that are not met.
TEST(Lesson, AStepThatIsBegunAgainIsNotYetDone) {
  Class harness(2);
  harness.run(30);
  harness.frames(2);
  ASSERT_GT(green(harness), 0u);
  harness.session->post(sim::SetParameter{"lambda", 0});
  harness.course->go_to(0);
  harness.course->go_to(2);
  harness.frames(2);
  ASSERT_TRUE(harness.course->is_done());
  EXPECT_EQ(green(harness), 0u);
}

TEST(Lesson, TheEndLeadsToTheStartScreen) {
  Class harness(2);
  ImGui::GetIO().KeysDown[ImGuiKey_Enter] = true;  // it is still down when the start screen comes
  harness.key({ui::key::enter});
  EXPECT_EQ(harness.acted, std::vector{Action::LeaveLesson});
  EXPECT_TRUE(harness.shown("start"));
}

TEST(Lesson, TheEndLeadsToTheNextLesson) {
  Class harness(2);
  const std::vector<ui::LessonEntry> entries{
      {"one", "First", ""}, {"three", "Third", ""}, {"four", "Fourth", ""}};
  harness.context.lessons = entries;
  harness.frames(30);
  harness.click(*harness.find("lesson", {"Next: 3, Fourth"}));
  EXPECT_EQ(harness.lessons_opened, std::vector<std::string>{"four"});
  harness.click(*harness.find("lesson", {"All lessons"}));
  harness.frames(2);
  EXPECT_TRUE(harness.shown("start"));
}

TEST(Lesson, ADoubleClickOnNextGoesOneStep) {
  Class harness;
  harness.frames(30);
  harness.double_click(*harness.find("lesson", {"Next"}));
  EXPECT_EQ(harness.gone_to, std::vector{1});
  harness.click(*harness.find("lesson", {"Next"}));
  EXPECT_EQ(harness.gone_to, (std::vector{1, 2}));
}

TEST(Lesson, PageKeysGoFromStepToStep) {
  Class harness;
  EXPECT_TRUE(harness.key({ui::key::page_down}));
  const auto at_first = harness.gone_to;
  EXPECT_TRUE(harness.key({ui::key::page_down}, true)) << "held, as a slow machine sees it";
  EXPECT_EQ(harness.gone_to, at_first);
  EXPECT_TRUE(harness.key({ui::key::page_down}));
  EXPECT_TRUE(harness.key({ui::key::page_up}));
  EXPECT_EQ(harness.gone_to, (std::vector{1, 2, 1}));
  harness.context.selected = {view::Selection::Kind::Target, 0};
  harness.key({ui::key::page_down});  // moves the target
  EXPECT_EQ(harness.gone_to.size(), 3u);
  harness.options.set("presenter", 1);
  harness.key({ui::key::page_down});
  EXPECT_EQ(harness.gone_to.size(), 4u);
}

TEST(Lesson, IsAColumnWhereTheWindowIsWide) {
  for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1280, 800}, ImVec2{1920, 1080}}) {
    Class harness(2);
    ImGui::GetIO().DisplaySize = size;
    harness.frames(3);
    const ui::Layout& layout = harness.ui.state().layout;
    EXPECT_LE(layout.lesson.width, size.x / 4);
    EXPECT_GE(layout.body.height, size.y / 2);
    EXPECT_GE(layout.body.width, size.x / 3);
    const ImFont* font = harness.strip().font;
    harness.course->go_to(0);
    harness.frames(3);
    EXPECT_EQ(harness.strip().font, font) << "the text has one size";
  }
  Class narrow;
  ImGui::GetIO().DisplaySize = {900, 700};
  narrow.frames(3);
  EXPECT_EQ(narrow.ui.state().layout.lesson.width, 900);
}

TEST(Lesson, IsOneColumnAcrossAWindowAsNarrowAsAPhone) {
  for (int step = 0; step < 3; ++step) {
    Class harness(step);
    ImGui::GetIO().DisplaySize = {390, 844};
    harness.frames(3);
    const ui::Layout& layout = harness.ui.state().layout;
    EXPECT_EQ(layout.lesson.width, 390);
    EXPECT_LE(layout.lesson.height, 0.42f * 844);
    EXPECT_GE(layout.body.height, 844 / 6);
    while (harness.strip().page + 1 < harness.strip().pages) harness.key({ui::key::page_down});
    harness.key({ui::key::page_down});
    if (step == 0) {
      EXPECT_EQ(harness.gone_to, std::vector{1}) << "after the last page";
    }
  }
}

TEST(Lesson, ItsKeysDoNothingWithoutOne) {
  UiHarness harness;
  for (ui::Chord chord :
       {ui::Chord{ui::key::enter}, {ui::key::enter, true}, {'1', false, false, true}})
    harness.key(chord);
  EXPECT_TRUE(harness.acted.empty() && harness.gone_to.empty() && harness.answers.empty());
  EXPECT_FALSE(harness.shown("lesson"));
}

TEST(Lesson, WhatIsAnsweredHasItsRoomFromTheStart) {
  Class harness(1);
  const float height = harness.ui.state().layout.lesson.height;
  harness.key({'1', false, false, true});
  EXPECT_EQ(harness.ui.state().layout.lesson.height, height);
}

TEST(Lesson, EveryPanelCanBePointedAt) {
  for (std::string_view panel : ui::spots()) {
    // There are no obstacles, and no recorded motion.
    if (panel == "plot-depth" || panel == "plot-pose") continue;
    const PointingAt harness(panel);
    ASSERT_EQ(harness.strip().framed.size(), 1u) << panel << ": of several parts the first";
    const ui::Layout& layout = harness.ui.state().layout;
    const ui::Rect& rect = harness.strip().framed[0].whole;
    EXPECT_TRUE(inside(rect, layout.controls) || inside(rect, layout.plots) ||
                inside(rect, layout.numbers) || inside(rect, layout.time) ||
                inside(rect, layout.diagnosis))
        << panel << " is not in sight: " << rect.x << " " << rect.y;
  }
}

TEST(Lesson, BeforeAnAudienceThereIsWhatItPointsAt) {
  auto given = lesson();
  given->steps[1].look_at = {{.panel = "plot-sigma"}};
  Class harness(0, given);
  harness.options.set("presenter", 1);
  harness.options.set("stage_shows", 0);  // as a step does that points at none
  harness.frames(2);
  const ui::Layout& layout = harness.ui.state().layout;
  EXPECT_FALSE(layout.lesson.empty() || layout.numbers.empty() || layout.body.empty());
  EXPECT_TRUE(layout.controls.empty() && layout.plots.empty() && layout.diagnosis.empty() &&
              layout.time.empty());
  harness.course->go_to(1);
  harness.set(ui::options_presenting("plot-sigma"));
  harness.frames(2);
  EXPECT_FALSE(layout.plots.empty());
  EXPECT_TRUE(layout.controls.empty());
}

TEST(Reading, NumbersAreNotBrokenAtTheirPoint) {
  UiHarness harness;
  ImFont* font = harness.ui.state().look.fonts.reading;
  const float word = ui::text_size(font, "0.12345").x,
              line = ui::draw_paragraphs(nullptr, font, {}, 900, 0, "a");
  EXPECT_EQ(ui::draw_paragraphs(nullptr, font, {}, 0.7f * word, 0, "0.12345"), line);
  EXPECT_EQ(ui::draw_paragraphs(nullptr, font, {}, 1.1f * word, 0, "0.12345 0.12345"), 2 * line);
  EXPECT_GT(ui::draw_paragraphs(nullptr, font, {}, 900, 0, "a\n\nb"), 2 * line);
  EXPECT_EQ(ui::draw_paragraphs(nullptr, font, {}, 900, 0, "a\nb\n"), line);
  // No line ends beside the sign of an equation.
  const float equation = 1.05f * ui::text_size(font, "a b =").x;
  EXPECT_EQ(ui::draw_paragraphs(nullptr, font, {}, equation, 0, "a b =\nc d"), 3 * line);
}

}  // namespace
