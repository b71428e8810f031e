#include "ui/input/gamepad.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "ui_harness.h"

namespace {

using ui::Gamepad;
using ui::guidance;
using ui::PadButton;

constexpr uint32_t bit(PadButton button) { return 1u << static_cast<int>(button); }

TEST(Gamepad, AtRestAsksForNothing) {
  const auto at_rest = guidance(Gamepad{});
  EXPECT_EQ(at_rest.move, glm::vec3(0));
  EXPECT_EQ(at_rest.turn, glm::vec2(0));
  const auto drifting = guidance(Gamepad{{0.1f, -0.1f}, {-0.05f, 0.1f}, -0.8f, -0.9f});
  EXPECT_EQ(drifting.move, glm::vec3(0));
  EXPECT_EQ(drifting.turn, glm::vec2(0));
}

TEST(Gamepad, SticksAndTriggers) {
  EXPECT_EQ(guidance(Gamepad{.left = {1, 0}}).move, glm::vec3(1, 0, 0));
  EXPECT_EQ(guidance(Gamepad{.left = {0, 1}}).move, glm::vec3(0, 0, 1));  // towards the hand
  EXPECT_EQ(guidance(Gamepad{.right = {0, -1}}).turn, glm::vec2(0, -1));
  EXPECT_EQ(guidance(Gamepad{.right_trigger = 1}).move, glm::vec3(0, 1, 0));
  EXPECT_EQ(guidance(Gamepad{.left_trigger = 1}).move, glm::vec3(0, -1, 0));
}

TEST(Gamepad, GrowsSmoothlyAndKeepsTheDirection) {
  float last = 0;
  for (int i = 0; i <= 100; ++i) {
    const float way = 0.01f * static_cast<float>(i);
    const glm::vec3 move = guidance(Gamepad{.left = {0.8f * way, -0.6f * way}}).move;
    const float speed = glm::length(move);
    EXPECT_GE(speed, last);
    EXPECT_LT(speed, last + 0.03f);
    if (speed > 0) {
      EXPECT_NEAR(move.x / speed, 0.8f, 1e-5f);
      EXPECT_NEAR(move.z / speed, -0.6f, 1e-5f);
    }
    last = speed;
  }
  EXPECT_NEAR(last, 1, 1e-5f);
}

TEST(Gamepad, NeverFasterThanFull) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NEAR(glm::length(guidance(Gamepad{.left = {1, 1}}).move), 1, 1e-5f);
  const auto broken = guidance(Gamepad{{nan, 1}, {nan, nan}, nan, nan});
  EXPECT_EQ(broken.move, glm::vec3(0));
  EXPECT_EQ(broken.turn, glm::vec2(0));
}

TEST(Gamepad, TheLeftBumperTurnsInsteadOfMoving) {
  const auto turned =
      guidance(Gamepad{.left = {1, 0}, .right_trigger = 1, .buttons = bit(PadButton::LeftBumper)});
  EXPECT_EQ(turned.move, glm::vec3(0));
  EXPECT_EQ(turned.spin, glm::vec3(1, 0, 1));
  EXPECT_EQ(guidance(Gamepad{.left = {1, 0}}).spin, glm::vec3(0));
  // what faces the eye goes up when the stick is pushed away
  EXPECT_EQ(guidance(Gamepad{.left = {0, -1}, .buttons = bit(PadButton::LeftBumper)}).spin,
            glm::vec3(0, 1, 0));
}

TEST(Gamepad, AButtonActsOnceLikeItsKey) {
  std::set<PadButton> seen;
  int buttons = 0;
  for (const ui::PadControl& control : ui::pad_controls()) {
    EXPECT_FALSE(control.description.empty()) << control.shown;
    if (!control.is_button()) continue;
    ++buttons;
    EXPECT_TRUE(seen.insert(control.button).second) << control.shown;
    ASSERT_TRUE(ui::find_shortcut(control.chord).shortcut) << control.shown;
    EXPECT_EQ(control.description, ui::find_shortcut(control.chord).shortcut->description);
    const Gamepad up, down{.buttons = bit(control.button)};
    EXPECT_TRUE(ui::pressed(control, down, up)) << control.shown;
    EXPECT_FALSE(ui::pressed(control, down, down)) << control.shown;
    EXPECT_FALSE(ui::pressed(control, up, down)) << control.shown;
  }
  EXPECT_GE(buttons, 8);
  EXPECT_FALSE(seen.contains(PadButton::LeftBumper)) << "it is held";
}

TEST(Gamepad, HeldKeysAreAxes) {
  namespace key = ui::key;
  const test::UiHarness harness;
  const auto held = [](std::initializer_list<int> keys) {
    bool(&down)[512] = ImGui::GetIO().KeysDown;
    std::fill(std::begin(down), std::end(down), false);
    for (const int one : keys) down[one] = true;
    return ui::guidance_of_keys().move;
  };
  EXPECT_EQ(held({key::right}), glm::vec3(1, 0, 0));
  EXPECT_EQ(held({key::left, key::up}), glm::vec3(-1, 1, 0));
  EXPECT_EQ(held({key::page_down}), glm::vec3(0, 0, 1));
  EXPECT_EQ(held({key::left, key::right}), glm::vec3(0));
  ImGui::GetIO().KeyCtrl = true;
  EXPECT_EQ(held({key::right}), glm::vec3(0));
}

}  // namespace
