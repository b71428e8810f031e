#include "ui/profile.h"

#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::UiHarness;

TEST(Profile, GathersHalfASecond) {
  ui::Profile profile;
  profile.add(ui::Work::Update, 1);  // of a frame whose beginning is not known
  profile.end_frame(10, 0);
  EXPECT_EQ(profile.frames_per_second(), 0);
  for (int frame = 1; frame <= 25; ++frame) {
    profile.add(ui::Work::Update, 0.002);
    profile.add(ui::Work::Update, frame == 7 ? 0.006 : 0.001);
    profile.end_frame(10 + 0.02 * frame + 1e-9, 3000);
  }
  EXPECT_NEAR(profile.frames_per_second(), 25 / 0.5, 1e-3);
  EXPECT_NEAR(profile.updates_per_second(), 150'000, 1);
  EXPECT_NEAR(profile.of(ui::Work::Update).mean, (25 * 0.003 + 0.005) / 25, 1e-12);
  EXPECT_NEAR(profile.of(ui::Work::Update).max, 0.008, 1e-12);
  EXPECT_EQ(profile.of(ui::Work::Gl).mean, 0);
  EXPECT_NEAR(profile.frames()[static_cast<size_t>(profile.newest())], 0.02, 1e-6);
}

TEST(Profile, IsShownOverTheBodyWhereThereIsRoom) {
  for (const ImVec2 size : {ImVec2(1600, 900), ImVec2(1280, 800), ImVec2(700, 420)}) {
    UiHarness harness(size);
    ui::Profile profile;
    profile.end_frame(0, 0);
    harness.context.profile = &profile;
    harness.frames(2);
    const auto shown = [] {
      const ImGuiWindow* window = ImGui::FindWindowByName("profile");
      return window && window->Active ? window : nullptr;
    };
    EXPECT_FALSE(shown());
    harness.key({ui::key::f3});
    harness.frames(2);
    const ui::Rect& body = harness.ui.body();
    if (const ImGuiWindow* window = shown()) {
      EXPECT_GE(window->Pos.x, body.x);
      EXPECT_LE(window->Pos.x + window->Size.x, body.x + body.width);
      EXPECT_LE(window->Pos.y + window->Size.y, body.y + body.height);
      EXPECT_LE(window->ContentSize.y, window->Size.y);
    } else {
      EXPECT_EQ(size.x, 700);
    }
    harness.key({ui::key::f3});
    harness.frames(2);
    EXPECT_FALSE(shown());
  }
}

}  // namespace
