#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::UiHarness;

const sim::Timeline& timeline(const UiHarness& harness) { return harness.session->timeline(); }

/// A position on the timeline, from 0 at its left end to 1.
ImVec2 on_track(UiHarness& harness, float part) {
  const auto right = harness.find("time", {"track"}, {4, 6});
  EXPECT_TRUE(right);
  float left = right->x;
  const auto hovered = [&](float x) {
    harness.move({x, right->y});
    return ImGui::GetHoveredID() == ImGui::FindWindowByName("time")->GetID("track");
  };
  while (hovered(left - 4)) left -= 4;
  return {left + part * (right->x - left), right->y};
}

TEST(Time, TheBarIsDraggedToTheMomentThatIsWanted) {
  UiHarness harness;
  harness.run(1200);
  harness.frames(2);
  harness.drag(on_track(harness, 0.9f), on_track(harness, 0.5f));
  EXPECT_TRUE(harness.session->clock().paused);
  EXPECT_NEAR(static_cast<double>(timeline(harness).now()), 600, 60);
  EXPECT_EQ(timeline(harness).end(), 1200);
  harness.key({ui::key::end});
  EXPECT_EQ(timeline(harness).now(), 1200);
  harness.key({ui::key::home});
  EXPECT_EQ(timeline(harness).now(), 0);
}

/// What is below has to be read.
TEST(Time, ItsTooltipIsAbove) {
  for (const bool stage : {false, true}) {
    UiHarness harness;
    harness.options.set("presenter", stage);
    harness.run(600);
    harness.frames(2);
    harness.move(on_track(harness, 0.5f));
    harness.frames(2);
    ASSERT_TRUE(harness.tooltip_shown());
    EXPECT_LE(harness.window("##Tooltip")->Rect().Max.y, harness.ui.state().layout.time.y);
  }
}

TEST(Time, WhatIsChangedInThePastLeavesAFutureThatIsTakenUpAgain) {
  UiHarness harness;
  harness.run(600);
  harness.session->post(sim::Seek{200});
  harness.frames(2);
  EXPECT_FALSE(harness.find("time", {"1 branch"}));
  harness.key({'1'});
  EXPECT_EQ(timeline(harness).end(), 200);
  ASSERT_TRUE(harness.click_on("time", {"1 branch"}, {6, 4}));
  ASSERT_TRUE(harness.click_on("##Popup", {"1.  from 3.3 s to 10.0 s"}));
  EXPECT_EQ(timeline(harness).now(), 600);
  EXPECT_EQ(harness.session->simulation().run().solver().method().name, "dls");
}

TEST(Time, BackwardsStepsAndSpeedKeepTheirDirection) {
  UiHarness harness;
  harness.run(300);
  harness.key({'B'});
  EXPECT_TRUE(harness.session->clock().backwards);
  harness.run(30);
  EXPECT_EQ(timeline(harness).now(), 270);
  harness.key({'+'});
  EXPECT_TRUE(harness.session->clock().backwards);
  EXPECT_EQ(harness.session->clock().speed, 2);
  harness.key({','});
  EXPECT_EQ(timeline(harness).now(), 269);
  EXPECT_TRUE(harness.session->clock().paused);
  harness.key({ui::key::home});
  harness.key({' '});  // from the beginning there is only one way to go
  EXPECT_FALSE(harness.session->clock().backwards);
  harness.run(10);
  EXPECT_GT(timeline(harness).now(), 0);
}

TEST(Time, UndoSaysWhatItUndoes) {
  UiHarness harness;
  harness.session->post(sim::SetParameter{"lambda", 0.3});
  harness.run(1);
  EXPECT_EQ(sim::text(harness.session->simulation().undo_effect()), "λ 0.3");
  harness.key({'Z', true});
  EXPECT_NE(harness.session->simulation().value("lambda"), 0.3);
  EXPECT_EQ(harness.ui.state().toasts.newest(), "Undone: λ 0.3");
  harness.key({'Z', true, true});
  EXPECT_EQ(harness.session->simulation().value("lambda"), 0.3);
  harness.key({'Z', true});
  harness.key({'Y', true});
  EXPECT_EQ(harness.session->simulation().value("lambda"), 0.3);
}

TEST(Presenter, LeavesAPlotAndTheNumbersAndNamesKeys) {
  UiHarness harness;
  harness.key({ui::key::f5});
  EXPECT_TRUE(harness.options.get("presenter") != 0);
  harness.frames(2);
  EXPECT_FALSE(harness.shown("controls"));
  EXPECT_FALSE(harness.shown("menu"));
  EXPECT_TRUE(harness.shown("plots"));  // one of them
  EXPECT_TRUE(harness.shown("numbers"));
  harness.key({'Z', true, true});
  EXPECT_EQ(harness.ui.state().input_display.key(), "Ctrl+Shift+Z");
  harness.frames(200);
  EXPECT_EQ(harness.ui.state().input_display.key(), "");
  harness.key({ui::key::f5});
  harness.frames(2);
  EXPECT_TRUE(harness.shown("controls"));
}

}  // namespace
