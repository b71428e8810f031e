// Presentation mode.

#include "ui/stage.h"

#include <gtest/gtest.h>

#include "ui/kit/fonts.h"
#include "ui/kit/scale.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;
namespace options = ui::options;

TEST(Stage, LettersCanBeReadFromTheBackRow) {
  for (const float height : {720.f, 800.f, 1080.f, 1440.f, 2160.f}) {
    const float scale = ui::presented_scale(1, true, height);
    EXPECT_GE(ui::small_letters * scale, height / 36 - 0.01f);
    EXPECT_GE(scale, 1.35f);
  }
  EXPECT_GT(ui::presented_scale(1.5f, false, 720), ui::presented_scale(1, false, 720));
}

/// A panel's key shows it there, and changes nothing of the layout off the stage.
TEST(Stage, KeysChooseTheLargeThing) {
  UiHarness harness;
  harness.key({ui::key::f5});
  EXPECT_TRUE(harness.shown("plots"));
  EXPECT_FALSE(harness.shown("controls"));
  const double column = harness.options[options::right_column()];
  harness.key({'E'});
  EXPECT_TRUE(harness.shown("explain"));
  EXPECT_FALSE(harness.shown("plots"));
  harness.key({'E'});
  EXPECT_FALSE(harness.shown("explain"));
  harness.key({'M', false, true});
  EXPECT_TRUE(harness.shown("map"));
  harness.key({ui::key::escape});
  EXPECT_EQ(harness.options[options::presenter()], 0);
  EXPECT_EQ(harness.options[options::right_column()], column);
  EXPECT_TRUE(harness.shown("plots"));
  EXPECT_TRUE(harness.shown("controls"));
}

TEST(Stage, OnePlotAfterTheOther) {
  UiHarness harness;
  harness.options.set("presenter", 1);
  harness.frames(2);
  for (const int plot : {0, 1, 2, 3, 6}) {  // dls has readings; there is nothing else
    EXPECT_EQ(harness.options[options::stage_plot()], plot);
    EXPECT_TRUE(harness.shown("plots"));
    harness.key({'P'});
  }
  EXPECT_FALSE(harness.shown("plots"));
  harness.key({'P'});
  EXPECT_TRUE(harness.shown("plots"));
  EXPECT_EQ(harness.options[options::stage_plot()], 0);
}

TEST(Stage, TheLargeSliderFollowsArrowsAndWheel) {
  UiHarness harness;
  harness.options.set("presenter", 1);
  harness.frames(2);
  const auto value = [&](const char* key) { return harness.session->simulation().value(key); };
  double last = value("lambda");
  harness.tap(ImGuiKey_RightArrow);
  EXPECT_GT(value("lambda"), last);
  last = value("lambda");
  harness.tap(ImGuiKey_LeftArrow);
  EXPECT_LT(value("lambda"), last);
  const auto slider = harness.find("control", {"slider"});
  ASSERT_TRUE(slider);
  last = value("lambda");
  harness.wheel(*slider, 2);
  EXPECT_GT(value("lambda"), last);
  harness.context.selected = {view::Selection::Kind::Target, 0};  // which the arrows move then
  last = value("lambda");
  harness.tap(ImGuiKey_RightArrow);
  EXPECT_EQ(value("lambda"), last);
}

TEST(Stage, TheLargeSliderIsThatOfTheParameterLastTouched) {
  UiHarness harness({1280, 1600});
  ASSERT_TRUE(harness.click_on("controls/settings", {"dmax", "slider"}));
  harness.key({ui::key::f5});
  const double dmax = harness.session->simulation().value("dmax");
  harness.tap(ImGuiKey_LeftArrow);
  EXPECT_LT(harness.session->simulation().value("dmax"), dmax);
  harness.session->post(sim::ChooseMethod{"fabrik"});  // which has none
  harness.frames(2);
  harness.tap(ImGuiKey_RightArrow);
}

TEST(Stage, ArrowsSwitchAClampOnAndOff) {
  UiHarness harness;
  harness.options.set("presenter", 1);
  harness.frames(2);
  const auto value = [&](const char* key) { return harness.session->simulation().value(key); };
  harness.tap(ImGuiKey_DownArrow);
  for (const ImGuiKey key : {ImGuiKey_RightArrow, ImGuiKey_LeftArrow}) {
    harness.session->post(sim::SetParameter{"dmax_mode", 0});
    harness.frames(2);
    const double dmax = value("dmax");
    harness.tap(key);
    EXPECT_EQ(value("dmax_mode"), 1);
    EXPECT_EQ(value("dmax"), dmax);
  }
  for (int i = 0; i < 60; ++i) harness.tap(ImGuiKey_RightArrow);
  EXPECT_EQ(value("dmax_mode"), 0) << "off is beyond the largest value, and stays";
}

TEST(Stage, TheSliderCanBeHidden) {
  UiHarness harness;
  harness.key({ui::key::f5});
  EXPECT_TRUE(harness.shown("control"));
  harness.key({'C'});
  EXPECT_FALSE(harness.shown("control"));
  EXPECT_NE(harness.options[options::show_controls()], 0);
}

/// At the smallest size: the numbers in one row, the body half of the height.
TEST(Stage, TheBodyKeepsHalfOfTheHeight) {
  UiHarness harness({1280, 720});
  harness.options.set("presenter", 1);
  harness.set_scale(ui::presented_scale(1, true, 720));
  harness.frames(3);
  const ui::Layout& layout = harness.ui.state().layout;
  EXPECT_GE(layout.body.height, 0.5f * 720);
  EXPECT_GE(layout.body.width, 0.5f * 1280);
  EXPECT_EQ(layout.number_rows, 1);
  EXPECT_FALSE(layout.plots.empty());
}

TEST(Stage, ALessonChoosesWhatIsThere) {
  const auto plot = ui::options_presenting("plot-oscillation");
  ASSERT_EQ(plot.size(), 2u);
  EXPECT_EQ(plot[0].option, &options::stage_shows());
  EXPECT_EQ(plot[1].value, 1);
  EXPECT_EQ(ui::options_presenting("why")[0].value, 2);
  EXPECT_TRUE(ui::options_presenting("parameters").empty());
}

/// The letters that are there, not the scale that was asked for.
TEST(Stage, LettersOfALargeMonitorToo) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080), ImVec2(3840, 2160)}) {
    UiHarness harness(size);
    harness.options.set("presenter", 1);
    harness.set_scale(ui::presented_scale(1, true, size.y));
    harness.frames(3);
    EXPECT_GE(harness.ui.state().look.fonts.small->FontSize, std::floor(size.y / 36)) << size.y;
    EXPECT_LE(ImGui::GetIO().Fonts->TexHeight, 8192) << size.y;
    EXPECT_LE(ImGui::GetIO().Fonts->TexWidth, 8192) << size.y;
  }
}

TEST(Stage, TheTableIsOneOfTheLargeThings) {
  UiHarness harness({1280, 720});
  harness.set_scale(ui::presented_scale(1, true, 720));
  harness.key({ui::key::f5});
  EXPECT_TRUE(harness.shown("numbers"));
  harness.key({'N', false, true});
  EXPECT_TRUE(harness.shown("table"));
  EXPECT_FALSE(harness.shown("plots"));
  EXPECT_FALSE(harness.shown("numbers"));  // it would say the same
  harness.add_runs({"sdls", "pinv"});
  harness.run(100);
  harness.frames(30, 1. / 60);
  ASSERT_TRUE(harness.click_on("table", {test::row_id(0), "row"}));
  EXPECT_EQ(harness.session->simulation().run().serial, 0);
  harness.key({'N', false, true});
  EXPECT_FALSE(harness.shown("table"));
  EXPECT_TRUE(harness.shown("numbers"));
}

}  // namespace
