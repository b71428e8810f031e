#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::UiHarness;

/// The start screen, with two lessons.
struct Start : UiHarness {
  explicit Start(bool first_done = false)
      : entries{{"one", "The first", "What it tells.", first_done},
                {"two", "The second", "More.", false}} {
    context.lessons = entries;
    ui.show_start();
    frames(3);
  }
  bool open() const { return ui.state().shows_start(); }
  std::vector<ui::LessonEntry> entries;
};

TEST(StartScreen, EnterTakesTheNextLesson) {
  Start harness;
  harness.tap(ImGuiKey_Enter);
  EXPECT_EQ(harness.lessons_opened, std::vector<std::string>{"one"});
  EXPECT_FALSE(harness.open());
  Start again(true);
  again.tap(ImGuiKey_Enter);
  EXPECT_EQ(again.lessons_opened, std::vector<std::string>{"two"});
}

TEST(StartScreen, ALessonThatWasBegunGoesOnWhereItWas) {
  Start harness;
  harness.entries[1].steps = 5;
  harness.entries[1].at = 2;
  harness.key({'L'});
  harness.key({'L'});
  harness.frames(3);
  harness.tap(ImGuiKey_Enter);
  EXPECT_EQ(harness.lessons_opened, std::vector<std::string>{"two"});
  EXPECT_EQ(harness.steps_opened, std::vector{2});
}

TEST(StartScreen, ArrowsChoose) {
  Start harness;
  harness.tap(ImGuiKey_DownArrow);
  harness.tap(ImGuiKey_DownArrow);
  harness.tap(ImGuiKey_Enter);
  EXPECT_EQ(harness.lessons_opened, std::vector<std::string>{"two"});
  harness.key({'L'});
  for (ImGuiKey key : {ImGuiKey_UpArrow, ImGuiKey_UpArrow, ImGuiKey_RightArrow, ImGuiKey_Enter})
    harness.tap(key);
  EXPECT_FALSE(harness.open());
  EXPECT_TRUE(harness.shown("Open"));
}

TEST(StartScreen, EscapeIsFreePlay) {
  Start harness;
  EXPECT_FALSE(harness.shown("controls"));
  EXPECT_GT(harness.ui.body().width, 400) << "the scene goes on behind it";
  harness.tap(ImGuiKey_Escape);
  EXPECT_FALSE(harness.open());
  EXPECT_TRUE(harness.shown("controls"));
  EXPECT_TRUE(harness.lessons_opened.empty());
}

TEST(StartScreen, AClickChooses) {
  Start harness;
  harness.click(*harness.find("lessons", {"two"}));
  EXPECT_EQ(harness.lessons_opened, std::vector<std::string>{"two"});
  harness.key({'L'});
  harness.click(*harness.find("start", {"Free play"}));
  EXPECT_FALSE(harness.open());
}

TEST(StartScreen, KeysOfTheSceneWaitButOthersDoNot) {
  Start harness;
  EXPECT_FALSE(harness.key({'R'}));
  EXPECT_FALSE(harness.key({ui::key::enter}));
  EXPECT_TRUE(harness.posted.empty());
  EXPECT_TRUE(ImGui::GetIO().WantCaptureKeyboard) << "the arrows move no targets";
  EXPECT_TRUE(harness.key({ui::key::f1}));
  EXPECT_FALSE(harness.open());
}

TEST(StartScreen, CanBeTurnedOff) {
  Start harness;
  harness.click(*harness.find("start", {"show"}));
  EXPECT_EQ(harness.options.text("show_start"), "off");
}

}  // namespace
