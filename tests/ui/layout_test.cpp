#include "ui/layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

using ui::Layout, ui::LayoutRequest;
using ui::Rect, ui::overlap;

float area(const Rect& rect) { return rect.width * rect.height; }

TEST(Layout, TheBodyHasTheMostAtUsualSizes) {
  for (auto [width, height] : {std::pair{1280.f, 800.f}, {1600.f, 900.f}, {1920.f, 1080.f}}) {
    const Layout layout = ui::arrange(width, height, 24, 16, {});
    EXPECT_EQ(layout.controls.width, 22 * 16);
    EXPECT_EQ(layout.plots.width, 24 * 16);
    EXPECT_FALSE(layout.numbers.empty());
    EXPECT_GT(area(layout.body), area(layout.controls));
    EXPECT_GT(area(layout.body), area(layout.plots));
    EXPECT_GE(layout.number_columns * layout.number_rows, ui::number_count);
  }
}

TEST(Layout, NothingOverlapsAndAllIsInside) {
  for (float width : {0.f, 1.f, 37.f, 200.f, 640.f, 1024.f, 1280.f, 3840.f})
    for (float height : {0.f, 1.f, 30.f, 240.f, 480.f, 800.f, 2160.f})
      for (float scale : {0.5f, 1.f, 1.5f, 2.f, 3.f})
        for (int wanted = 0; wanted < 16; ++wanted) {
          const Layout layout = ui::arrange(
              width, height, 24 * scale, 16 * scale,
              {(wanted & 1) != 0, (wanted & 2) != 0, (wanted & 4) != 0, 30, (wanted & 8) != 0});
          const std::vector<Rect> all{layout.menu,      layout.controls, layout.body,
                                      layout.diagnosis, layout.numbers,  layout.plots,
                                      layout.tabs};
          for (size_t i = 0; i < all.size(); ++i) {
            EXPECT_GE(all[i].x, 0);
            EXPECT_GE(all[i].y, 0);
            EXPECT_GE(all[i].width, 0);
            EXPECT_GE(all[i].height, 0);
            EXPECT_LE(all[i].x + all[i].width, width + 0.5f);
            EXPECT_LE(all[i].y + all[i].height, height + 0.5f);
            for (size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(all[i], all[j]));
          }
        }
}

/// A phone: the body above, controls and plots by tabs; what is seen below it has the whole width.
TEST(Layout, AHighNarrowWindowHasItsPartsOneBelowAnother) {
  for (const bool second : {false, true}) {
    const Layout layout = ui::arrange(390, 844, 24, 16, {.time = true, .second = second});
    EXPECT_EQ(layout.body.width, 390);
    EXPECT_GE(layout.body.height, 10 * 16);
    EXPECT_EQ(layout.number_rows, 1);
    EXPECT_FALSE(layout.tabs.empty());
    EXPECT_EQ(layout.controls.empty(), second);
    EXPECT_EQ(layout.plots.empty(), !second);
    const Rect& lower = second ? layout.plots : layout.controls;
    EXPECT_EQ(lower.width, 390);
    EXPECT_EQ(lower.y, layout.tabs.y + layout.tabs.height);
    EXPECT_EQ(lower.y + lower.height, 844);
    EXPECT_EQ(layout.tabs.y, layout.numbers.y + layout.numbers.height);
  }
  const Layout alone = ui::arrange(390, 844, 24, 16, {.controls = false});
  EXPECT_TRUE(alone.tabs.empty());
  EXPECT_FALSE(alone.plots.empty());
  const Layout bare = ui::arrange(390, 844, 24, 16, {false, false, false});
  EXPECT_EQ(bare.body, (Rect{0, 24, 390, 820}));
}

/// A tablet on end: controls and plots side by side below the body.
TEST(Layout, AHighWindowThatIsWiderHasTwoPanelsBelowTheBody) {
  const Layout layout = ui::arrange(768, 1024, 24, 16, {});
  EXPECT_EQ(layout.body.width, 768);
  EXPECT_TRUE(layout.tabs.empty());
  EXPECT_EQ(layout.controls.width + layout.plots.width, 768);
  EXPECT_EQ(layout.controls.y, layout.plots.y);
}

TEST(Layout, WhereAllColumnsHaveRoomTheyStayBesideTheBody) {
  const Layout layout = ui::arrange(1080, 1920, 24, 16, {});
  EXPECT_TRUE(layout.tabs.empty());
  EXPECT_EQ(layout.controls.x + layout.controls.width, layout.body.x);
  EXPECT_EQ(layout.body.x + layout.body.width, layout.plots.x);
}

/// A phone that lies: controls and plots by tabs beside the body, in a lesson too.
TEST(Layout, ALyingNarrowWindowHasOneColumnWithTabs) {
  for (const float lesson : {0.f, 8.f})
    for (const bool second : {false, true}) {
      const Layout layout = ui::arrange(844, 390, 24, 16, {.lesson = lesson, .second = second});
      const Rect &there = second ? layout.plots : layout.controls, &tabs = layout.tabs;
      EXPECT_EQ(layout.controls.empty(), second);
      EXPECT_EQ(layout.plots.empty(), !second);
      EXPECT_EQ(there.x + there.width, layout.body.x);
      EXPECT_EQ(there.y, tabs.y + tabs.height);
      EXPECT_EQ(there.y + there.height, 390);
      EXPECT_EQ(tabs.width, there.width);
    }
}

/// In a lesson with controls alone the body has the room of the plots.
TEST(Layout, OneOfTheTwoIsLowerInALesson) {
  const LayoutRequest both{.lesson = 8}, one{.plots = false, .lesson = 8};
  EXPECT_GT(ui::arrange(768, 1024, 24, 16, one).body.height,
            ui::arrange(768, 1024, 24, 16, both).body.height + 50);
}

TEST(Layout, OnAPhoneTheStartScreenIsBelowTheBody) {
  const Layout layout = ui::arrange(390, 844, 24, 16, {.start = true});
  EXPECT_EQ(layout.start.width, 390);
  EXPECT_FALSE(layout.body.empty());
  EXPECT_FALSE(overlap(layout.start, layout.body));
}

TEST(Layout, WhatIsNotWishedForIsNotThere) {
  const Layout layout = ui::arrange(1280, 800, 24, 16, {false, false, false, 24});
  EXPECT_TRUE(layout.controls.empty() && layout.plots.empty() && layout.numbers.empty());
  EXPECT_EQ(layout.body, (Rect{0, 24, 1280, 776}));
}

TEST(Layout, ALessonHasItsPlaceBesideEverythingElse) {
  for (float scale : {1.f, 1.25f, 1.5f}) {
    const float em = 16 * scale;
    const Layout layout =
        ui::arrange(1280, 800, 24 * scale, em, {.diagnosis = true, .time = true, .lesson = 17});
    EXPECT_NEAR(layout.lesson.height, std::min(17 * em, 0.4f * (800 - 24 * scale)), 1);
    EXPECT_EQ(layout.lesson.width, 1280);
    EXPECT_FALSE(layout.controls.empty() || layout.plots.empty() || layout.numbers.empty());
    EXPECT_EQ(layout.number_rows, 1);
    EXPECT_GE(layout.body.height, 10 * em);
    EXPECT_GE(layout.body.width, 12 * em);
    for (const Rect& other : {layout.controls, layout.plots, layout.body, layout.numbers,
                              layout.time, layout.diagnosis, layout.menu})
      EXPECT_FALSE(overlap(layout.lesson, other));
  }
}

/// Panels that the layout does not know are as high as they ask, or hidden where space is short.
TEST(Layout, FurtherPanelsLieBetweenTimeAndDiagnosis) {
  const ui::LayoutRequest wanted{.diagnosis = true, .time = true, .further = {3, 0, 5}};
  const Layout layout = ui::arrange(1280, 800, 24, 16, wanted);
  EXPECT_EQ(layout.further[0].height, 3 * 16);
  EXPECT_TRUE(layout.further[1].empty());
  EXPECT_EQ(layout.further[2].height, 5 * 16);
  float y = layout.body.y + layout.body.height;
  for (const Rect& panel : {layout.time, layout.further[0], layout.further[2], layout.diagnosis}) {
    EXPECT_EQ(panel.y, y);
    EXPECT_EQ(panel.width, layout.body.width);
    y += panel.height;
  }
  const Layout low = ui::arrange(1280, 420, 24, 16, wanted);
  EXPECT_TRUE(low.further[2].empty());
  EXPECT_GE(low.body.height, 10 * 16);
  EXPECT_EQ(ui::arrange(1280, 800, 24, 16, {.further = {3}, .start = true}).further.size(), 1u);
}

TEST(Layout, OnTheStageSeveralBodiesHaveAboutHalfOfTheHeight) {
  for (const float lesson : {0.f, 6.f})
    for (const float time : {0.f, 1.f}) {
      const Layout layout = ui::arrange(1280, 720, 0, 22,
                                        {.controls = false,
                                         .plots_width = 27,
                                         .diagnosis = true,
                                         .time = time > 0,
                                         .further = {4},
                                         .presented = true,
                                         .number_lines = 6,
                                         .lesson = lesson});
      EXPECT_GE(layout.body.height, 0.47f * (720 - layout.lesson.height));
      EXPECT_FALSE(layout.further[0].empty()) << "the control";
      EXPECT_FALSE(layout.numbers.empty());
    }
}

TEST(Layout, ALessonNeverGivesWay) {
  for (float height : {320.f, 480.f, 800.f})
    for (float scale : {0.5f, 1.f, 3.f}) {
      const Layout layout = ui::arrange(480, height, 24 * scale, 16 * scale, {.lesson = 30});
      EXPECT_GT(layout.lesson.height, 0.3f * (height - 24 * scale));
      EXPECT_FALSE(layout.body.empty());
    }
}

TEST(Layout, TheStartScreenLeavesTheBodyASide) {
  for (float scale : {0.5f, 1.f, 1.5f}) {
    const Layout layout = ui::arrange(1280, 800, 24 * scale, 16 * scale, {.start = true});
    EXPECT_GE(layout.start.width, 30 * 16 * scale);
    EXPECT_GT(layout.body.width, 400);
    EXPECT_FALSE(overlap(layout.start, layout.body));
    EXPECT_TRUE(layout.controls.empty() && layout.plots.empty() && layout.numbers.empty());
  }
}

/// What is large has fewer panels beside the body, not a smaller body.
TEST(Layout, TheBodyHasRoomForWordsAtEveryScale) {
  for (const float em : {16.f, 20.f, 24.f, 32.f}) {
    const Layout layout = ui::arrange(1280, 720, 1.5f * em, em, {.diagnosis = true});
    EXPECT_GE(layout.body.width, 20 * em) << em;
    EXPECT_FALSE(layout.diagnosis.empty()) << em;
    EXPECT_FALSE(layout.controls.empty()) << em;
  }
}

TEST(Layout, PlotsGiveWayBeforeControls) {
  const Layout layout = ui::arrange(800, 600, 24, 16, {});
  EXPECT_TRUE(layout.plots.empty());
  EXPECT_FALSE(layout.controls.empty());
}

}  // namespace
