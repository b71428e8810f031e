#include <gtest/gtest.h>

#include "desk.h"

namespace {

using test::Desk;

/// The start screen, with two lessons.
struct Start : Desk {
  explicit Start(bool first_done = false)
      : entries{{"one", "The first", "What it tells.", first_done},
                {"two", "The second", "More.", false}} {
    context.lessons = entries;
    ui.show_start();
    frames(3);
  }
  bool open() const { return ui.state().start.open; }
  std::vector<ui::LessonEntry> entries;
};

TEST(StartScreen, EnterTakesTheNextLesson) {
  Start desk;
  desk.tap(ImGuiKey_Enter);
  EXPECT_EQ(desk.lessons_opened, std::vector<std::string>{"one"});
  EXPECT_FALSE(desk.open());
  Start again(true);
  again.tap(ImGuiKey_Enter);
  EXPECT_EQ(again.lessons_opened, std::vector<std::string>{"two"});
}

TEST(StartScreen, ArrowsChoose) {
  Start desk;
  desk.tap(ImGuiKey_DownArrow);
  desk.tap(ImGuiKey_DownArrow);
  desk.tap(ImGuiKey_Enter);
  EXPECT_EQ(desk.lessons_opened, std::vector<std::string>{"two"});
  desk.key({'L'});
  for (ImGuiKey key : {ImGuiKey_UpArrow, ImGuiKey_UpArrow, ImGuiKey_RightArrow, ImGuiKey_Enter})
    desk.tap(key);
  EXPECT_FALSE(desk.open());
  EXPECT_TRUE(desk.shown("Open scene"));
}

TEST(StartScreen, EscapeIsFreePlay) {
  Start desk;
  EXPECT_FALSE(desk.shown("controls"));
  EXPECT_GT(desk.ui.body().width, 400) << "the scene goes on behind it";
  desk.tap(ImGuiKey_Escape);
  EXPECT_FALSE(desk.open());
  EXPECT_TRUE(desk.shown("controls"));
  EXPECT_TRUE(desk.lessons_opened.empty());
}

TEST(StartScreen, AClickChooses) {
  Start desk;
  desk.click(*desk.find("lessons", {"two"}));
  EXPECT_EQ(desk.lessons_opened, std::vector<std::string>{"two"});
  desk.key({'L'});
  desk.click(*desk.find("start", {"Free play"}));
  EXPECT_FALSE(desk.open());
}

TEST(StartScreen, KeysOfTheSceneWaitButOthersDoNot) {
  Start desk;
  EXPECT_FALSE(desk.key({'R'}));
  EXPECT_FALSE(desk.key({ui::key::enter}));
  EXPECT_TRUE(desk.posted.empty());
  EXPECT_TRUE(ImGui::GetIO().WantCaptureKeyboard) << "the arrows move no targets";
  EXPECT_TRUE(desk.key({ui::key::f1}));
  EXPECT_FALSE(desk.open());
}

TEST(StartScreen, CanBeTurnedOff) {
  Start desk;
  desk.click(*desk.find("start", {"show"}));
  EXPECT_EQ(desk.options.text("show_start"), "off");
}

}  // namespace
