#include <gtest/gtest.h>

#include <numbers>

#include "ik/model/rotation.h"
#include "support/goals.h"
#include "ui_harness.h"

namespace {

using test::tall;
using test::UiHarness;

constexpr double degrees = 180 / std::numbers::pi;

/// Y whose right effector has a place to reach, and whose left one an orientation.
std::shared_ptr<const sim::Scene> scene() {
  auto scene = std::make_shared<sim::Scene>(*test::y_scene());
  const ik::GoalInfo &position = ik::find_goal("position"), &turn = ik::find_goal("orientation");
  scene->skeleton = std::make_shared<const ik::Skeleton>(
      test::with_goals(*scene->skeleton, {{.info = &position}, {.info = &turn}}));
  return scene;
}

struct Targets : testing::Test {
  void select(int target) {
    harness.context.selected = {view::Selection::Kind::Target, target};
    harness.frames(2);
  }
  /// Types over the number of a row.
  void type(const std::string& row, const std::string& number) {
    const auto slider = harness.find("controls/settings", {row, "slider"});
    ASSERT_TRUE(slider) << row;
    harness.double_click(*slider);
    harness.type(number);
    harness.tap(ImGuiKey_Enter);
  }
  UiHarness harness{tall, scene()};
};

TEST_F(Targets, TheSelectedOneIsPutWhereItsNumbersSay) {
  EXPECT_FALSE(harness.find("controls/settings", {"target y", "slider"})) << "none is selected";
  select(0);
  EXPECT_FALSE(harness.find("controls/settings", {"target roll", "slider"}));
  harness.session->post(sim::HoldTarget{0, {0.25, 0.5, 0.75}});
  harness.frames(2);
  type("target y", "1.25");
  ASSERT_TRUE(harness.last<sim::HoldTarget>());
  EXPECT_EQ(harness.last<sim::HoldTarget>()->target, 0);
  EXPECT_EQ(harness.last<sim::HoldTarget>()->position, Eigen::Vector3d(0.25, 1.25, 0.75));
}

TEST_F(Targets, AnOrientationIsTypedAsRollPitchAndYaw) {
  select(1);
  EXPECT_FALSE(harness.find("controls/settings", {"target x", "slider"}));
  harness.session->post(sim::HoldTarget{
      1, ik::rotation_vector(ik::from_roll_pitch_yaw(Eigen::Vector3d(10, 20, 30) / degrees))});
  harness.frames(2);
  type("target pitch", "-45");
  ASSERT_TRUE(harness.last<sim::HoldTarget>());
  const Eigen::Matrix3d R = ik::rotation(harness.last<sim::HoldTarget>()->position);
  EXPECT_LT((degrees * ik::roll_pitch_yaw(R) - Eigen::Vector3d(10, -45, 30)).norm(), 0.2);
}

TEST(HandKeys, AskForWhatTheWindowDoes) {
  UiHarness harness;
  for (const ui::Chord chord : {ui::Chord{'W'},
                                {ui::key::left, true},
                                {'V'},
                                {ui::key::keypad_0 + 7},
                                {ui::key::keypad_0 + 1, true}})
    EXPECT_TRUE(harness.key(chord));
  using enum ui::Action;
  EXPECT_EQ(harness.acted,
            (std::vector<ui::Action>{GrabTarget, NudgeTarget, NextSide, LookFrom, LookFrom}));
  EXPECT_EQ(ui::find_shortcut({ui::key::keypad_0 + 7}).argument, 2);
  EXPECT_EQ(ui::shown_key(ui::Action::LookFrom, 2), "Num 7");
  const base::Parameter& projection = ui::options::projection();
  for (const double wanted : {1, 0}) {
    harness.key({'V', false, true});
    EXPECT_EQ(harness.options[projection], wanted);
  }
}

}  // namespace
