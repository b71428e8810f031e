#include <gtest/gtest.h>

#include "desk.h"
#include "ui/spoken.h"

namespace {

using test::Desk;

const sim::Timeline& timeline(const Desk& desk) { return desk.session->timeline(); }

/// A place on the bar of time, from 0 at its left end to 1.
ImVec2 on_track(Desk& desk, float part) {
  const auto right = desk.find("time", {"track"}, {4, 6});
  EXPECT_TRUE(right);
  float left = right->x;
  const auto hovered = [&](float x) {
    desk.move({x, right->y});
    return ImGui::GetHoveredID() == ImGui::FindWindowByName("time")->GetID("track");
  };
  while (hovered(left - 4)) left -= 4;
  return {left + part * (right->x - left), right->y};
}

TEST(Time, TheBarIsDraggedToTheMomentThatIsWanted) {
  Desk desk;
  desk.run(1200);
  desk.frames(2);
  desk.drag(on_track(desk, 0.9f), on_track(desk, 0.5f));
  EXPECT_TRUE(desk.session->clock().paused);
  EXPECT_NEAR(static_cast<double>(timeline(desk).now()), 600, 60);
  EXPECT_EQ(timeline(desk).end(), 1200);
  desk.key({ui::key::end});
  EXPECT_EQ(timeline(desk).now(), 1200);
  desk.key({ui::key::home});
  EXPECT_EQ(timeline(desk).now(), 0);
}

TEST(Time, WhatIsChangedInThePastLeavesAFutureThatIsTakenUpAgain) {
  Desk desk;
  desk.run(600);
  desk.session->post(sim::Seek{200});
  desk.frames(2);
  EXPECT_FALSE(desk.find("time", {"1 future"}));
  desk.key({'1'});
  EXPECT_EQ(timeline(desk).end(), 200);
  const auto chip = desk.find("time", {"1 future"}, {6, 4});
  ASSERT_TRUE(chip);
  desk.click(*chip);
  const auto entry = desk.find("##Popup", {"1.  from 3.3 s to 10.0 s"});
  ASSERT_TRUE(entry);
  desk.click(*entry);
  EXPECT_EQ(timeline(desk).now(), 600);
  EXPECT_EQ(desk.session->simulation().run().solver().method().name, "dls");
}

TEST(Time, BackwardsStepsAndSpeedKeepTheirDirection) {
  Desk desk;
  desk.run(300);
  desk.key({'B'});
  EXPECT_TRUE(desk.session->clock().backwards);
  desk.run(30);
  EXPECT_EQ(timeline(desk).now(), 270);
  desk.key({'+'});
  EXPECT_TRUE(desk.session->clock().backwards);
  EXPECT_EQ(desk.session->clock().speed, 2);
  desk.key({','});
  EXPECT_EQ(timeline(desk).now(), 269);
  EXPECT_TRUE(desk.session->clock().paused);
  desk.key({ui::key::home});
  desk.key({' '});  // from the beginning there is only one way to go
  EXPECT_FALSE(desk.session->clock().backwards);
  desk.run(10);
  EXPECT_GT(timeline(desk).now(), 0);
}

TEST(Time, UndoSaysWhatItUndoes) {
  Desk desk;
  desk.session->post(sim::SetParameter{"lambda", 0.3});
  desk.run(1);
  EXPECT_EQ(ui::spoken(desk.session->simulation(), desk.session->simulation().undo_text()),
            "λ 0.3");
  desk.key({'Z', true});
  EXPECT_NE(desk.session->simulation().value("lambda"), 0.3);
  EXPECT_EQ(desk.ui.state().toasts.newest(), "Undone: λ 0.3");
  desk.key({'Z', true, true});
  EXPECT_EQ(desk.session->simulation().value("lambda"), 0.3);
  desk.key({'Z', true});
  desk.key({'Y', true});
  EXPECT_EQ(desk.session->simulation().value("lambda"), 0.3);
}

TEST(Presenter, LeavesTheNumbersAndNamesKeys) {
  Desk desk;
  desk.key({ui::key::f5});
  EXPECT_TRUE(desk.options.get("presenter") != 0);
  desk.frames(2);
  EXPECT_FALSE(desk.shown("controls"));
  EXPECT_FALSE(desk.shown("plots"));
  EXPECT_FALSE(desk.shown("menu"));
  EXPECT_TRUE(desk.shown("numbers"));
  desk.key({'Z', true, true});
  EXPECT_EQ(desk.ui.state().pointer.key(), "Ctrl+Shift+Z");
  desk.frames(200);
  EXPECT_EQ(desk.ui.state().pointer.key(), "");
  desk.key({ui::key::f5});
  desk.frames(2);
  EXPECT_TRUE(desk.shown("controls"));
}

}  // namespace
