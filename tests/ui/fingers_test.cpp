// Where fingers are what mostly points: what is pressed is 44 CSS pixels high.

#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::UiHarness;

/// Of a figure that shows these controls.
void make_figure(UiHarness& harness, const ui::EmbeddedFigure& figure) {
  harness.context.embedded_figure = &figure;
  harness.options.set("presenter", 1);
  harness.frames(3);
}

void for_fingers(UiHarness& harness) {
  harness.context.fingers = harness.context.touch = true;
  harness.frames(3);
}

/// From where to where, at that x, the mouse is on an item.
ImVec2 band_of(UiHarness& harness, std::string_view window, ImGuiID item, float x) {
  ImVec2 band{FLT_MAX, -FLT_MAX};
  harness.feel(window, {1, 1},
               [&](ImGuiID hovered, ImVec2 at) {
                 if (hovered == item) band = {std::min(band.x, at.y), std::max(band.y, at.y)};
                 return false;
               },
               {x - 1, -FLT_MAX, x + 1, FLT_MAX});
  return band;
}

TEST(Fingers, SlidersHaveABandAroundTheirLine) {
  const ui::EmbeddedFigure figure{{"lambda"}};
  UiHarness harness({390, 420});
  make_figure(harness, figure);
  for (const bool fingers : {false, true}) {
    if (fingers) for_fingers(harness);
    const ImGuiID slider = harness.id("control/lambda", {"lambda", "slider"});
    const auto rect = harness.item_rect("control/lambda", slider);
    ASSERT_TRUE(rect);
    const ImVec2 band = band_of(harness, "control/lambda", slider, rect->GetCenter().x);
    if (!fingers)
      EXPECT_LT(band.y - band.x, 20);
    else
      EXPECT_GE(band.y - band.x + 1, 44);
  }
}

TEST(Fingers, TabsAndMenusAreHigh) {
  UiHarness harness({390, 844});
  for_fingers(harness);
  for (const char* window : {"tabs", "menu"}) {
    std::map<ImGuiID, ImVec2> bands;
    harness.feel(window, {30, 1}, [&](ImGuiID item, ImVec2 at) {
      ImVec2& band = bands.try_emplace(item, ImVec2{at.y, at.y}).first->second;
      band.y = std::max(band.y, at.y);
      return false;
    });
    EXPECT_GE(bands.size(), 2u) << window;
    for (const auto& [item, band] : bands) EXPECT_GE(band.y - band.x + 3, 44) << window;
  }
}

/// On the narrowest phones too.
TEST(Fingers, EveryMenuIsInTheBar) {
  UiHarness harness({320, 640});
  for_fingers(harness);
  for (const char* menu : {"File", "Lessons", "Help"}) {
    const auto rect = harness.item_rect("menu", harness.id("menu", {"##menubar", menu}));
    ASSERT_TRUE(rect) << menu;
    EXPECT_LE(rect->Max.x, 320) << menu;
  }
}

/// A dialog that is opened by a tap brings no keyboard before its field is touched.
TEST(Fingers, OpenSceneTypesNothing) {
  UiHarness harness({390, 844});
  harness.key({'O', true});
  EXPECT_TRUE(ui::is_typing());
  harness.tap(ImGuiKey_Escape);
  for_fingers(harness);
  harness.key({'O', true});
  EXPECT_FALSE(ui::is_typing());
}

/// First the plot goes, then the controls that were named last; the body never.
TEST(FiguresInPages, WhatDoesNotFitIsLeftOut) {
  const ui::EmbeddedFigure figure{{"lambda", "method", "target_speed"}};
  UiHarness harness({360, 640});
  make_figure(harness, figure);
  const auto shows = [&](float height) {
    ImGui::GetIO().DisplaySize.y = height;
    harness.frames(3);
    EXPECT_GE(harness.ui.views().front().rect.height, 7.5f * 16) << height;
    std::string all;
    for (const char* window : {"plots", "control/lambda", "control/method", "control/target_speed"})
      if (harness.shown(window)) all += std::string(window) + " ";
    return all;
  };
  EXPECT_EQ(shows(640), "plots control/lambda control/method control/target_speed ");
  EXPECT_EQ(shows(400), "control/lambda control/method control/target_speed ");
  EXPECT_EQ(shows(260), "control/lambda control/method ");
  EXPECT_EQ(shows(150), "");
}

/// A figure has no lessons.
TEST(FiguresInPages, HaveNoStartScreen) {
  const ui::EmbeddedFigure figure{{"lambda"}};
  UiHarness harness;
  make_figure(harness, figure);
  harness.key({'L'});
  EXPECT_FALSE(harness.ui.shows_start());
}

}  // namespace
