#include "ui/kit/scale.h"

#include <gtest/gtest.h>

namespace {

TEST(AutomaticScale, FollowsTheMonitor) {
  const ui::Monitor beamer{.width = 1280, .height = 720}, office{.width = 1920, .height = 1080},
      laptop{.width = 1920, .height = 1080, .width_mm = 293, .height_mm = 165},
      large{.width = 3840, .height = 2160, .width_mm = 597, .height_mm = 336};
  EXPECT_EQ(ui::automatic_scale(beamer, 1280), 1);
  EXPECT_EQ(ui::automatic_scale(office, 1920), 1.25f);
  EXPECT_EQ(ui::automatic_scale(office, 1600), 1.25f);
  EXPECT_EQ(ui::automatic_scale(laptop, 1920), 1.5f);  // small pixels, as far as there is room
  EXPECT_EQ(ui::automatic_scale(large, 3840), 2.25f);
  EXPECT_EQ(ui::automatic_scale({}, 1600), 1);
}

TEST(AutomaticScale, LeavesRoomForTheColumns) {
  const ui::Monitor large{.width = 3840, .height = 2160};
  EXPECT_EQ(ui::automatic_scale(large, 1280), 1);
  EXPECT_EQ(ui::automatic_scale(large, 1920), 1.5f);
  EXPECT_EQ(ui::automatic_scale(large, 200), 1);
}

TEST(AutomaticScale, TheDesktopsOwnIsTheLeast) {
  EXPECT_EQ(ui::automatic_scale({.content_scale = 2, .width = 1920, .height = 1080}, 1280), 2);
  EXPECT_EQ(ui::automatic_scale({.content_scale = 9}, 1280), ui::most_scale);
}

/// Projectors say 16 x 9 mm, or the size of a wall.
TEST(AutomaticScale, DoesNotBelieveEverySize) {
  for (const int mm : {16, 1600, -1})
    EXPECT_EQ(ui::automatic_scale(
                  {.width = 1280, .height = 720, .width_mm = mm, .height_mm = mm * 9 / 16}, 2000),
              1);
  EXPECT_EQ(
      ui::automatic_scale({.width = 1280, .height = 720, .width_mm = 160, .height_mm = 150}, 2000),
      1);
}

}  // namespace
