// Controls of the panels by keys alone: F6 focuses one, arrows move it, Enter asks for a number,
// Esc leaves.

#include <gtest/gtest.h>

#include "keys.h"

namespace {

using test::Keys;

struct LambdaDesk : Keys {
  using Keys::Keys;
  void controls() { key({ui::key::f6}); }
  void strike_arrow(ImGuiKey key, int code, bool shift = false) {
    strike(key, {code, false, shift});
  }
  double lambda() {
    session->advance(0);
    return session->simulation().value("lambda");
  }
  /// With DLS at work, until what is marked changes lambda.
  bool go_to_lambda() {
    key({'3'});
    frames(3);
    controls();
    for (int i = 0; i < 60; ++i) {
      const double before = lambda();
      strike_arrow(ImGuiKey_RightArrow, ui::key::right);
      if (lambda() != before) return true;
      strike_arrow(ImGuiKey_DownArrow, ui::key::down);
    }
    return false;
  }
};

TEST(LambdaDesk, ArrowsMoveTheMarkedSliderWithShiftByLess) {
  LambdaDesk desk;
  ASSERT_TRUE(desk.go_to_lambda());
  const double before = desk.lambda();
  desk.strike_arrow(ImGuiKey_RightArrow, ui::key::right);
  const double coarse = desk.lambda() - before;
  EXPECT_GT(coarse, 0);
  desk.strike_arrow(ImGuiKey_RightArrow, ui::key::right, true);
  const double fine = desk.lambda() - before - coarse;
  EXPECT_GT(fine, 0);
  EXPECT_LT(fine, coarse);
  desk.strike_arrow(ImGuiKey_LeftArrow, ui::key::left);
  EXPECT_LT(desk.lambda(), before + coarse);
}

TEST(LambdaDesk, EnterAsksForANumber) {
  LambdaDesk desk;
  ASSERT_TRUE(desk.go_to_lambda());
  desk.enter();
  ASSERT_TRUE(ui::is_typing());
  desk.type("0.7");
  desk.enter();
  EXPECT_FALSE(ui::is_typing());
  EXPECT_DOUBLE_EQ(desk.lambda(), 0.7);
  EXPECT_TRUE(desk.ui.arrows_taken()) << "the slider is still marked";
}

TEST(LambdaDesk, EscLeavesAndTheKeysAreWhatTheyWere) {
  LambdaDesk desk;
  EXPECT_TRUE(desk.key({ui::key::tab})) << "selects a target";
  desk.controls();
  EXPECT_TRUE(desk.ui.arrows_taken());
  EXPECT_FALSE(desk.key({ui::key::tab}));
  EXPECT_TRUE(desk.key({' '})) << "pauses";
  desk.escape();
  EXPECT_FALSE(desk.ui.arrows_taken());
  EXPECT_TRUE(desk.key({ui::key::tab}));
}

TEST(LambdaDesk, TheMarkedOneIsInSight) {
  LambdaDesk desk({1280, 720});
  desk.controls();
  ImGuiWindow* settings = desk.window("settings");
  ASSERT_TRUE(settings);
  float lowest = 0;
  for (int i = 0; i < 40; ++i) {
    desk.strike_arrow(ImGuiKey_DownArrow, ui::key::down);
    lowest = std::max(lowest, settings->Scroll.y);
  }
  EXPECT_GT(lowest, 0);
}

TEST(LambdaDesk, EnterOnAPlotOpensItsMenuThere) {
  LambdaDesk desk;
  desk.run(100);
  const ImGuiID curves = desk.id("plots", {"Oscillation", "plot"});
  desk.controls();
  for (int i = 0; i < 200 && desk.ui.state().panel_stops.marked() != curves; ++i) desk.tab();
  ASSERT_EQ(desk.ui.state().panel_stops.marked(), curves);
  desk.move({5, 700});
  desk.enter();
  ASSERT_TRUE(desk.popup());
  const ImGuiWindow* menu = desk.window("##Popup");
  ASSERT_TRUE(menu && menu->WasActive);
  const ui::Rect& plots = desk.ui.state().layout.plots;
  EXPECT_GE(menu->Pos.x, plots.x);
  const bool before = desk.ui.state().plots[1].log;
  for (int i = 0; i < 2; ++i) desk.strike_arrow(ImGuiKey_DownArrow, ui::key::down);
  desk.enter();
  EXPECT_FALSE(desk.popup());
  EXPECT_NE(desk.ui.state().plots[1].log, before) << "its third entry";
  EXPECT_EQ(desk.ui.state().panel_stops.marked(), curves) << "and the plot is still marked";
}

TEST(LambdaDesk, ArrowsOnTheTimelineGoThroughTime) {
  LambdaDesk desk;
  desk.run(300);
  desk.controls();
  const sim::Timeline& timeline = desk.session->timeline();
  for (int i = 0; i < 150 && !timeline.in_past(); ++i) {
    desk.tab();
    desk.strike_arrow(ImGuiKey_LeftArrow, ui::key::left);
    desk.session->advance(0);
  }
  ASSERT_TRUE(timeline.in_past());
  const int64_t back = timeline.now();
  desk.strike_arrow(ImGuiKey_LeftArrow, ui::key::left);
  desk.session->advance(0);
  EXPECT_LT(timeline.now(), back);
  EXPECT_TRUE(desk.session->clock().paused);
}

}  // namespace
