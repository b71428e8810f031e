#include <gtest/gtest.h>

#include "ik/methods/method.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;
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
  UiHarness harness;
  EXPECT_TRUE(harness.key({'2'}));
  EXPECT_EQ(harness.last<sim::ChooseMethod>()->name, ik::methods()[1]->name);
  EXPECT_TRUE(harness.key({' '}));
  EXPECT_TRUE(harness.last<sim::SetPaused>()->paused);
  EXPECT_TRUE(harness.key({'.'}));
  EXPECT_TRUE(harness.last<sim::SingleStep>());
  EXPECT_TRUE(harness.key({'+'}));
  EXPECT_EQ(harness.last<sim::SetSpeed>()->speed, 2);
  EXPECT_TRUE(harness.key({'R'}));
  EXPECT_TRUE(harness.last<sim::Restart>());
  EXPECT_TRUE(harness.key({ui::key::backspace}));
  EXPECT_TRUE(harness.last<sim::ResetAllParameters>());

  const bool trails = harness.options.get("show_trails") != 0;
  harness.key({'T'});
  EXPECT_EQ(harness.options.get("show_trails") != 0, !trails);
  harness.key({'D'});
  EXPECT_EQ(harness.options.text("theme"), "light");
  harness.key({'=', true});
  EXPECT_EQ(harness.options.get("ui_scale"), 1.25);
  harness.key({'0', true});
  EXPECT_EQ(harness.options.text("ui_scale"), "auto");

  for (ui::Chord chord : {ui::Chord{'H'}, {'F'}, {ui::key::f11}, {ui::key::f12}, {'Q', true}})
    EXPECT_TRUE(harness.key(chord));
  EXPECT_EQ(harness.acted, (std::vector{Action::HomeView, Action::FrameBody, Action::FullScreen,
                                        Action::Screenshot, Action::Quit}));
}

TEST(Actions, ReachTheProgramWithTheirArgument) {
  UiHarness harness;
  ui::State state;
  ui::perform(Action::CopySettings, 1, harness.context, state);
  int argument = -1;
  harness.requests.execute([&](const ui::Request& request) {
    if (const auto* asked = std::get_if<ui::Perform>(&request)) argument = asked->argument;
  });
  EXPECT_EQ(argument, 1);
}

TEST(Keys, HeldKeysRepeatOnlyWhereThatHelps) {
  UiHarness harness;
  EXPECT_FALSE(harness.key({' '}, true));
  EXPECT_TRUE(harness.key({'.'}, true));
}

TEST(Keys, PanelsComeAndGo) {
  UiHarness harness;
  const float with = harness.ui.body().width;
  EXPECT_TRUE(harness.shown("plots"));
  harness.key({'P'});
  EXPECT_FALSE(harness.shown("plots"));
  EXPECT_GT(harness.ui.body().width, with);
  harness.key({'C'});
  EXPECT_FALSE(harness.shown("controls"));
  EXPECT_EQ(harness.ui.body().x, 0);
  harness.key({ui::key::f1});
  EXPECT_TRUE(harness.shown("Keys"));
  harness.tap(ImGuiKey_Escape);
  EXPECT_FALSE(harness.shown("Keys"));
}

TEST(Keys, NoneWhileTyping) {
  UiHarness harness;
  harness.key({'O', true});
  harness.frames(3);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  EXPECT_FALSE(harness.key({'R'}));
  EXPECT_TRUE(harness.posted.empty());
}

}  // namespace
