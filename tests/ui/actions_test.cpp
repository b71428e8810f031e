#include <gtest/gtest.h>

#include "desk.h"
#include "ik/method.h"

namespace {

using test::Desk;
using ui::Action;

TEST(Ladders, SpeedAndScale) {
  EXPECT_EQ(ui::next_speed(1, true), 2);
  EXPECT_EQ(ui::next_speed(1.3, true), 2);
  EXPECT_EQ(ui::next_speed(1.3, false), 1);
  EXPECT_EQ(ui::next_speed(10, true), 10);
  EXPECT_EQ(ui::next_speed(0.05, false), 0.05);
  EXPECT_EQ(ui::next_scale(1, true), 1.25);
  EXPECT_EQ(ui::next_scale(1.1, true), 1.25);
  EXPECT_EQ(ui::next_scale(1.1, false), 1);
  EXPECT_EQ(ui::next_scale(3, true), 3);
  EXPECT_EQ(ui::next_scale(0.5, false), 0.5);
}

TEST(Keys, DoWhatTheySay) {
  Desk desk;
  EXPECT_TRUE(desk.key({'2'}));
  EXPECT_EQ(desk.last<sim::ChooseMethod>()->name, ik::methods()[1]->name);
  EXPECT_TRUE(desk.key({' '}));
  EXPECT_TRUE(desk.last<sim::SetPaused>()->paused);
  EXPECT_TRUE(desk.key({'.'}));
  EXPECT_TRUE(desk.last<sim::SingleStep>());
  EXPECT_TRUE(desk.key({'+'}));
  EXPECT_EQ(desk.last<sim::SetSpeed>()->speed, 2);
  EXPECT_TRUE(desk.key({'R'}));
  EXPECT_TRUE(desk.last<sim::Restart>());
  EXPECT_TRUE(desk.key({ui::key::backspace}));
  EXPECT_TRUE(desk.last<sim::ResetAllParameters>());

  const bool trails = desk.options.get("show_trails") != 0;
  desk.key({'T'});
  EXPECT_EQ(desk.options.get("show_trails") != 0, !trails);
  desk.key({'D'});
  EXPECT_EQ(desk.options.text("theme"), "light");
  desk.key({'=', true});
  EXPECT_EQ(desk.options.get("ui_scale"), 1.25);
  desk.key({'0', true});
  EXPECT_EQ(desk.options.text("ui_scale"), "auto");

  for (ui::Chord chord : {ui::Chord{'H'}, {'F'}, {ui::key::f11}, {ui::key::f12}, {'Q', true}})
    EXPECT_TRUE(desk.key(chord));
  EXPECT_EQ(desk.acted, (std::vector{Action::HomeView, Action::FrameBody, Action::FullScreen,
                                     Action::Screenshot, Action::Quit}));
}

TEST(Keys, HeldKeysRepeatOnlyWhereThatHelps) {
  Desk desk;
  EXPECT_FALSE(desk.key({' '}, true));
  EXPECT_TRUE(desk.key({'.'}, true));
}

TEST(Keys, PanelsComeAndGo) {
  Desk desk;
  const float with = desk.ui.body().width;
  EXPECT_TRUE(desk.shown("plots"));
  desk.key({'P'});
  EXPECT_FALSE(desk.shown("plots"));
  EXPECT_GT(desk.ui.body().width, with);
  desk.key({'C'});
  EXPECT_FALSE(desk.shown("controls"));
  EXPECT_EQ(desk.ui.body().x, 0);
  desk.key({ui::key::f1});
  EXPECT_TRUE(desk.shown("Keys"));
  desk.tap(ImGuiKey_Escape);
  EXPECT_FALSE(desk.shown("Keys"));
}

TEST(Keys, NoneWhileTyping) {
  Desk desk;
  desk.key({'O', true});
  desk.frames(3);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  EXPECT_FALSE(desk.key({'R'}));
  EXPECT_TRUE(desk.posted.empty());
}

TEST(Picker, TypedLettersAndEnterOpenAScene) {
  Desk desk;
  desk.key({'O', true});
  desk.frames(3);
  desk.type("dy");
  desk.tap(ImGuiKey_Enter);
  EXPECT_EQ(desk.opened, std::vector<std::string>{"double-y"});
  EXPECT_FALSE(desk.shown("Open scene"));
}

TEST(Picker, APathOpensAFile) {
  Desk desk;
  for (const char* file : {"/home/someone/arm", "arm.toml"}) {
    desk.key({'O', true});
    desk.frames(3);
    desk.type(file);
    desk.tap(ImGuiKey_Enter);
    EXPECT_EQ(desk.opened.back(), file);
  }
}

TEST(Picker, ArrowsMoveAndEscapeCloses) {
  Desk desk;
  desk.key({'O', true});
  desk.frames(3);
  desk.tap(ImGuiKey_DownArrow);
  desk.tap(ImGuiKey_DownArrow);
  desk.tap(ImGuiKey_Enter);
  EXPECT_EQ(desk.opened, std::vector<std::string>{"y"});
  desk.key({'O', true});
  desk.frames(3);
  desk.type("qqq");
  desk.tap(ImGuiKey_Enter);  // nothing matches: nothing opens
  desk.tap(ImGuiKey_Escape);
  EXPECT_EQ(desk.opened.size(), 1u);
  EXPECT_FALSE(desk.shown("Open scene"));
}

}  // namespace
